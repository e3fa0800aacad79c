internal import Drawing
internal import Game
internal import Records
internal import Visit
internal import Wording

/// The board of a game over days as its screen shows it.
extension Client {
    func boardView(of row: DayGameList.Row) -> BoardView? {
        guard let match = row.match else { return nil }
        let theirs = BoardView.Side(name: name(of: row))
        let mine = BoardView.Side(name: visit?.account?.name ?? "")
        var view = BoardView(
            match: match, numbering: preferences.keymap.numbering,
            circle: row.piece == .circle ? mine : theirs,
            cross: row.piece == .cross ? mine : theirs,
            headline: headline(of: row, match))
        view.isOwnTurn = row.state == .ownMove
        view.isGood = row.state == .ownMove || row.game.outcome?.winner == row.piece
        view.ownPiece = row.piece
        view.moves = row.game.moves
        view.cursor = isBoardCovered ? nil : cursors.games.cursor
        view.clock.left = DayGameWords.left(row.game, at: today)
        view.texts.isSingle = true
        view.target = DayGameWords.perMove(row.game.limit)
        view.choices = choices(in: row)
        view.hint = hint(in: row, match)
        return view
    }

    private func headline(of row: DayGameList.Row, _ match: Match) -> String {
        guard !row.game.isCalledOff else { return DayGameWords.calledOffHeadline }
        let isTheirs = row.state == .theirMove || row.state == .claimable
        return isTheirs
            ? BoardWords.headline(ofMoveBy: name(of: row)) : match.headline(for: row.piece)
    }

    private func choices(in row: DayGameList.Row) -> [BoardView.Choice] {
        var choices: [BoardView.Choice] = []
        if row.state == .claimable {
            choices.append(
                .init(key: key(.claim), words: DayGameWords.takeIt, isUrgent: true))
        }
        if row.state == .over {
            choices.append(.init(key: key(.review), words: DayGameWords.seeAgain))
            choices.append(.init(key: key(.putAway), words: DayGameWords.putItAway))
        }
        if row.state != .ownMove, dayGames.nextWaiting(after: row.key) != nil {
            choices.append(.init(key: key(.nextGame), words: DayGameWords.nextOne))
        }
        return choices
    }

    private func hint(in row: DayGameList.Row, _ match: Match) -> String {
        let name = name(of: row)
        switch row.state {
        case .over:
            return row.game.outcome.map {
                DayGameWords.end($0, for: row.piece, against: name)
            } ?? DayGameWords.calledOff
        case .claimable:
            let key = key(.claim)
            return fitting(DayGameWords.mayClaim(name, key: key), DayGameWords.mayClaim(key: key))
        case .theirMove: return DayGameWords.waits(for: name, by: row.game.limit)
        case .ownMove:
            guard !preferences.isQuick else {
                return BoardWords.placesAtOnce(row.piece.letter)
            }
            return cursors.games.cursor.map { match.hint(for: row.piece, at: $0) }
                ?? BoardWords.chooseSquare
        }
    }

    /// By what keys the board goes now.
    var keyRowsOfGame: [KeyRow] {
        guard let row = openGame else { return KeyScreen.common }
        guard row.state != .over else { return KeyScreen.gameOver }
        return (row.state == .claimable ? KeyScreen.gameLate : []) + KeyScreen.game
    }
}

extension DayGameList.Row {
    /// The same as a match of one round, which boards are drawn of.
    fileprivate var match: Match? {
        let position = game.position
        let (resigned, ending): (Piece?, Ending?) =
            switch game.round.finish {
            case .resigned(let piece): (piece, nil)
            case .outOfTime(let piece): (piece, .timeout)
            case .board, .open, .agreed, .claimed, .left, .notBack: (nil, nil)
            }
        return try? Match(
            circle: PlayerID(rawValue: game.circle.user),
            cross: PlayerID(rawValue: game.cross.user), board: position.board,
            next: position.next, resigned: resigned, ending: ending)
    }
}
