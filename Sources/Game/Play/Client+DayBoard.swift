internal import Drawing
internal import Game
internal import Lobby
internal import Records
internal import SimperiumClock
internal import Visit
internal import Wording

/// The board of a game over days.
extension Client {
    var openGame: DayGameList.Row? { cursors.games.open.flatMap { dayGames[$0] } }

    mutating func performInGame(_ intent: Intent) {
        if intent == .back { return display.screen = .games }
        if intent == .nextGame { return openNextGame() }
        guard let row = openGame else { return noticeboard.answer(DayGameWords.gone, at: now) }
        switch intent {
        case .move(let direction): point(in: row) { $0.free(direction, of: $1) }
        case .nextItem: point(in: row) { $0.free(1, behind: $1) }
        case .previousItem: point(in: row) { $0.free(-1, behind: $1) }
        case .choose(let square):
            cursors.games.cursor = square
            if preferences.isQuick { place(in: row) }
        case .confirm: place(in: row)
        case .resign: askToGiveUp(row)
        case .claim: claim(row)
        case .review: if row.game.isOver { show(row.game.round, from: .game) }
        case .putAway: if row.game.isOver { remove(game: row.key) }
        default: break
        }
    }

    /// Goes from one square to another; at first, to one near the middle.
    private mutating func point(in row: DayGameList.Row, at next: (Board, Square) -> Square) {
        let board = row.game.position.board
        cursors.games.cursor = cursors.games.cursor.map { next(board, $0) } ?? board.firstFree
    }

    private mutating func place(in row: DayGameList.Row) {
        guard let square = cursors.games.cursor else {
            return noticeboard.answer(
                row.state == .ownMove
                    ? AnswerWords.chooseSquareFirst : MoveRefusal.notYourTurn.sentence, at: now)
        }
        act(on: row) { (game, user, stamp) throws(MoveRefusal) in
            try game.play(square, by: user, at: stamp)
        }
        cursors.games.cursor = nil
    }

    private mutating func claim(_ row: DayGameList.Row) {
        guard row.state == .claimable else {
            return noticeboard.answer(DayGameWords.timeNotUp, at: now)
        }
        act(on: row) { (game, user, stamp) throws(MoveRefusal) in
            try game.claim(by: user, at: stamp)
        }
    }

    private mutating func askToGiveUp(_ row: DayGameList.Row) {
        guard !row.game.isOver else {
            return noticeboard.answer(MoveRefusal.roundIsOver.sentence, at: now)
        }
        display.overlay = .question(Question(.giveUp(game: row.key)))
    }

    /// Gives up what goes on. It stays in the list as a game that was lost.
    mutating func giveUp(game key: String) {
        guard let row = dayGames[key] else { return }
        act(on: row) { (game, user, stamp) throws(MoveRefusal) in
            try game.resign(by: user, at: stamp)
        }
    }

    /// Does something to a game, here at once and at the server when it hears of it, whose time it
    /// then has.
    private mutating func act(
        on row: DayGameList.Row,
        _ act: (inout DayGame, String, Stamp) throws(MoveRefusal) -> Void
    ) {
        guard let user = visit?.account?.user else { return }
        var game = row.game
        do throws(MoveRefusal) {
            try act(&game, user, today)
            keep(.game(row.key, game))
        } catch {
            noticeboard.answer(error.sentence, at: now)
        }
    }
}
