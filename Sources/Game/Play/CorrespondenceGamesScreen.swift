internal import Drawing
internal import Game
internal import Lobby
internal import Records
internal import SimperiumClock
internal import Visit
internal import Wording

extension GameContext {
    /// Returns the opponent's name as the player knows it, such as a nickname. For an unknown name,
    /// returns a substitute.
    func opponentName(of row: CorrespondenceGameList.GameRow) -> String {
        program.name(of: row) ?? FriendWords.unknownName
    }

    mutating func openCorrespondenceGame(_ key: String) {
        shownCorrespondenceGameKey = key
        open(CorrespondenceGameScreen(), at: .correspondenceGame)
    }

    /// Opens the next game that waits for the player, or shows that there is none. Shows a guest
    /// that an account is needed.
    mutating func openNextWaitingGame() {
        guard program.isSignedIn else { return replyAccountIsNeeded() }
        let present = currentScreen == .correspondenceGame ? shownCorrespondenceGameKey : nil
        guard let next = program.correspondenceGames.nextWaiting(after: present) else {
            return reply(CorrespondenceScreenWords.noneWaits)
        }
        openCorrespondenceGame(next.key)
    }

    /// Asks before resigning a game or ending an invitation. The question closes when the
    /// invitation or the game has ended.
    mutating func askToResignOrEndInvitation(_ row: CorrespondenceGameList.GameRow) {
        guard let words = row.endQuestion else { return }
        let (key, isInvitation) = (row.key, row.game.invitation != nil)
        overlay = Question(
            { _ in words }, while: { $0.correspondenceGames[key]?.endQuestion == words }
        ) { game in
            guard let row = game.correspondenceGames[key] else { return }
            game.performOrExplain(isInvitation ? .decline : .resign, on: row)
        }
    }

    fileprivate var shownCorrespondenceGame: CorrespondenceGameList.GameRow? {
        shownCorrespondenceGameKey.flatMap { program.correspondenceGames[$0] }
    }

    /// Removes a finished game, or asks before resigning a running one or ending an invitation.
    /// Shows the reason if the action is not possible.
    fileprivate mutating func removeResignOrDecline(
        _ row: CorrespondenceGameList.GameRow, by intent: Intent
    ) {
        let isInvitation = row.game.invitation != nil
        switch intent {
        case .putAway: performOrExplain(.remove, on: row)
        case .resign where row.game.isOver: reply(MatchActionRefusal.roundIsOver.sentence)
        case .decline where !isInvitation: reply(KeyReplyWords.nothingAsked)
        default: askToResignOrEndInvitation(row)
        }
    }

    mutating func performOrExplain(
        _ action: CorrespondenceGameAction, on row: CorrespondenceGameList.GameRow
    ) {
        do throws(CorrespondenceGameObstacle) {
            try updateProgram { program throws(CorrespondenceGameObstacle) in
                try program.perform(action, on: row)
            }
        } catch {
            return reply(error.sentence(resign: keyName(.resign)))
        }
        guard action == .remove || action == .decline else { return }
        if currentScreen == .correspondenceGame { currentScreen = .correspondenceGames }
        reply(
            action == .remove
                ? CorrespondenceGameWords.removedFromList
                : CorrespondenceGameWords.invitationRemoved)
    }
}

struct CorrespondenceGamesScreen: ListScreen {
    static let actionTable = ActionTable(
        "In the correspondence games list",
        [
            .chooseItem.withLastLineWord(nil), onGame(.open), onGame(.nextGame),
            ScreenAction(
                "+", "new", "start a correspondence game, by name", on: "+", does: .newGame),
            onGame(.remove), ScreenAction.resign.withLastLineWord(nil), ScreenAction.decline,
            ScreenAction.nextClock.withLastLineWord("days"), .retry,
        ] + ScreenAction.common)

    static let section = CorrespondenceScreenWords.section

    /// Returns an action that the last line names only if the list has a game.
    private static func onGame(_ action: ScreenAction) -> ScreenAction {
        action.withComputedLastLineWord { game in
            game.correspondenceGames.rows.isEmpty ? nil : action.lastLineWord
        }
    }

    var selection = Selection<String>()

    func rows(in game: GameContext) -> [String] { game.correspondenceGames.keys }

    /// Selects the game that was shown before the list.
    mutating func updateAfterEvent(_ game: inout GameContext) {
        guard let key = game.shownCorrespondenceGameKey.take() else { return }
        let keys = rows(in: game)
        if let index = keys.firstIndex(of: key) { selection.select(index, in: keys) }
    }

    mutating func perform(_ intent: Intent, on row: String?, _ game: inout GameContext) {
        switch intent {
        case .nextGame: game.openNextWaitingGame()
        case .newGame:
            game.overlay = TextPrompt(CorrespondenceScreenWords.partnerName) { text, game in
                guard let name = PlayerName(cleaning: text) else { return NameFlaw.empty.sentence }
                let limit = game.daysPerMove
                game.updateProgram {
                    $0.beginCorrespondenceGame(with: .name(name.text), called: name.text, limit)
                }
                return nil
            }
        case .nextClock:
            game.daysPerMove = DaysPerMove.allCases.nextLarger(than: game.daysPerMove) ?? .day
            game.reply(CorrespondenceGameWords.newGamesLimit(game.daysPerMove))
        case .confirm, .putAway, .resign, .decline:
            guard let row = row.flatMap({ game.correspondenceGames[$0] }) else {
                return game.reply(CorrespondenceScreenWords.listIsEmpty)
            }
            guard intent != .confirm else { return game.openCorrespondenceGame(row.key) }
            game.removeResignOrDecline(row, by: intent)
        default: break
        }
    }

    private func chosen(in games: CorrespondenceGameList) -> CorrespondenceGameList.GameRow? {
        selection.chosen(in: games.keys).flatMap { games[$0] }
    }

    func hint(in game: GameContext) -> String {
        guard let row = chosen(in: game.correspondenceGames) else {
            return SharedListWords.leadsToLobby
        }
        let name = game.opponentName(of: row)
        return game.fitting(
            CorrespondenceScreenWords.enterHint(of: row, called: name) { game.keyName($0) },
            CorrespondenceScreenWords.shortEnterHint(of: row, called: name) { game.keyName($0) })
    }

    func page(in game: GameContext) -> ListScreenContent {
        let games = game.correspondenceGames
        var page = ListScreenContent(
            remark: CorrespondenceScreenWords.newGamesLimit(game.daysPerMove))
        page.rows = games.rows.map { row in
            ListRow(
                name: game.opponentName(of: row),
                remark: CorrespondenceGameWords.rowStatus(of: row),
                figure: CorrespondenceGameWords.timeLeftOrAge(of: row, at: game.today),
                style: row.waits ? .good : row.state == .over ? .faint : .plain, nameColumns: 18)
        }
        page.columnTitles = ListRow(
            name: CorrespondenceScreenWords.opponent, remark: CorrespondenceScreenWords.state,
            nameColumns: 18)
        if let row = chosen(in: games) { page.aside = aside(about: row, in: game) }
        page.emptyText = CorrespondenceScreenWords.none
        return page
    }

    private func aside(
        about row: CorrespondenceGameList.GameRow, in game: GameContext
    ) -> PageAside? {
        guard let board = CorrespondenceGameScreen.board(of: row, in: game) else { return nil }
        var aside = PageAside(heading: board.headline, art: board.art)
        aside.lines = [
            CorrespondenceGameWords.sentenceBelowBoard(
                about: row, against: game.opponentName(of: row), at: game.today)
        ]
        return aside
    }
}

struct CorrespondenceGameScreen: ScreenWithBoard {
    static let actionTable = ActionTable(
        "In a correspondence game",
        [
            ScreenAction.claim.when { $0.shownCorrespondenceGame?.state == .claimable },
            ScreenAction.review.when { $0.shownCorrespondenceGame?.hasReplay == true },
            ScreenAction.remove.when { $0.shownCorrespondenceGame?.state == .over },
            ScreenAction.enter("accept", "accept an invitation; your first move does so, too")
                .when { $0.shownCorrespondenceGame?.state == .invitation },
            ScreenAction.place.when { $0.shownCorrespondenceGame?.isRunning == true },
            ScreenAction.decline.withAvailability { game in
                switch game.shownCorrespondenceGame?.state {
                case .invitation, .invited: .offered
                default: .absent
                }
            }.withComputedLastLineWord {
                $0.shownCorrespondenceGame?.state == .invited
                    ? CorrespondenceScreenWords.withdrawKey : CorrespondenceScreenWords.declineKey
            },
            .nextGame,
            ScreenAction.resign.explainedUnless { $0.shownCorrespondenceGame?.isRunning == true },
            ScreenAction.chooseSquare.withLastLineWord(nil), .number, .retry,
        ] + ScreenAction.common)
    static let pausesSearch = true
    static let emptyWords = CorrespondenceScreenWords.gone

    private var cursor: Square?

    func currentActions(in game: GameContext) -> [ScreenAction] {
        game.shownCorrespondenceGame == nil ? ScreenAction.common : Self.actionTable.rows
    }

    mutating func handle(_ intent: Intent, _ game: inout GameContext) {
        if intent == .back { return game.currentScreen = .correspondenceGames }
        if intent == .nextGame { return game.openNextWaitingGame() }
        guard let row = game.shownCorrespondenceGame else {
            return game.reply(CorrespondenceScreenWords.gone)
        }
        switch intent {
        case .move, .nextItem, .previousItem:
            cursor = row.game.position.board.freeSquareForCursor(by: intent, from: cursor)
        case .choose(let square):
            cursor = square
            if game.preferences.isQuick { placeAtCursorOrAccept(row, &game) }
        case .confirm: placeAtCursorOrAccept(row, &game)
        case .claim: game.performOrExplain(.claim, on: row)
        case .review:
            if row.hasReplay {
                game.open(ReplayScreen(row.game.round, from: .correspondenceGame), at: .replay)
            }
        case .putAway, .resign, .decline: game.removeResignOrDecline(row, by: intent)
        default: break
        }
    }

    private mutating func placeAtCursorOrAccept(
        _ row: CorrespondenceGameList.GameRow, _ game: inout GameContext
    ) {
        guard let square = cursor else {
            guard row.state != .invitation else { return game.performOrExplain(.accept, on: row) }
            return game.reply(
                row.state == .ownMove
                    ? KeyReplyWords.chooseSquareFirst : MatchActionRefusal.notYourTurn.sentence)
        }
        game.performOrExplain(.play(square), on: row)
        cursor = nil
    }

    func title(in game: GameContext) -> String {
        guard let row = game.shownCorrespondenceGame else { return "" }
        return BoardWords.title(against: game.opponentName(of: row))
    }

    func windowTitle(in game: GameContext) -> String? {
        game.shownCorrespondenceGame?.state == .ownMove ? WindowTitleWords.ownTurn : nil
    }

    func board(in game: GameContext) -> BoardView? {
        game.shownCorrespondenceGame.flatMap { Self.board(of: $0, in: game, cursor: cursor) }
    }

    fileprivate static func board(
        of row: CorrespondenceGameList.GameRow, in game: GameContext, cursor: Square? = nil
    ) -> BoardView? {
        guard let match = row.match else { return nil }
        let theirs = BoardView.PlayerTexts(name: game.opponentName(of: row))
        let mine = BoardView.PlayerTexts(name: game.program.visit?.account?.name.shown ?? "")
        var view = BoardView(
            match: match, numbering: game.numbering,
            circle: row.piece == .circle ? mine : theirs,
            cross: row.piece == .cross ? mine : theirs,
            headline: headline(of: row, match, theirs.name))
        if row.state == .over, !row.game.isCalledOff {
            view.reasons =
                match.outcome?.offBoardReasonVariants(for: row.piece, against: theirs.name) ?? []
        }
        view.isOwnTurn = row.state == .ownMove || row.state == .invitation
        view.isGoodNews = view.isOwnTurn || row.game.outcome?.winner == row.piece
        view.ownPiece = row.piece
        view.moves = row.game.moves
        view.cursor = game.overlay is Question ? nil : cursor
        view.clock.limitForms = CorrespondenceGameWords.timeLeftVariants(row.game, at: game.today)
        view.isSingleRound = true
        view.terms = CorrespondenceGameWords.perMove(row.game.limit)
        view.choices = choices(in: row, game)
        view.hint = hint(in: row, match, theirs.name, cursor, game)
        return view
    }

    private static func headline(
        of row: CorrespondenceGameList.GameRow, _ match: Match, _ name: String
    ) -> String {
        guard !row.game.isDeclined else { return CorrespondenceScreenWords.declinedHeadline }
        guard !row.game.isCalledOff else { return CorrespondenceScreenWords.calledOffHeadline }
        guard row.game.invitation == nil else {
            return CorrespondenceScreenWords.invitationHeadline
        }
        let isTheirs = row.state == .theirMove || row.state == .claimable
        return isTheirs
            ? BoardWords.headline(ofMoveBy: name) : match.headline(for: row.piece)
    }

    private static func choices(
        in row: CorrespondenceGameList.GameRow, _ game: GameContext
    ) -> [BoardView.Choice] {
        var choices: [BoardView.Choice] = []
        if row.state == .claimable {
            choices.append(game.choice(.claim, CorrespondenceScreenWords.takeIt, isUrgent: true))
        }
        if row.state == .invitation {
            choices.append(game.choice(.confirm, CorrespondenceScreenWords.accepts, isUrgent: true))
        }
        if row.game.invitation != nil {
            let words =
                row.state == .invited
                ? CorrespondenceScreenWords.withdraws : CorrespondenceScreenWords.declines
            choices.append(game.choice(.decline, words))
        }
        if row.hasReplay {
            choices.append(game.choice(.review, CorrespondenceScreenWords.seeAgain))
        }
        if row.state == .over {
            choices.append(game.choice(.putAway, CorrespondenceScreenWords.putItAway))
        }
        if row.state != .ownMove, game.correspondenceGames.nextWaiting(after: row.key) != nil {
            choices.append(game.choice(.nextGame, CorrespondenceScreenWords.nextOne))
        }
        return choices
    }

    private static func hint(
        in row: CorrespondenceGameList.GameRow, _ match: Match, _ name: String, _ cursor: Square?,
        _ game: GameContext
    ) -> String {
        switch row.state {
        case .over:
            return CorrespondenceGameWords.endSentence(about: row, against: name) ?? ""
        case .claimable:
            let key = game.keyName(.claim)
            return game.fitting(
                CorrespondenceScreenWords.mayClaim(name, key: key),
                CorrespondenceScreenWords.mayClaim(key: key))
        case .theirMove:
            return CorrespondenceScreenWords.theirMoveHint(for: name, by: row.game.limit)
        case .invitation where cursor == nil:
            let accept = game.keyName(.confirm)
            return game.fitting(
                CorrespondenceScreenWords.invitationHint(name, by: row.game.limit, accept),
                CorrespondenceScreenWords.invitationHint(accept, decline: game.keyName(.decline)))
        case .invited: return CorrespondenceScreenWords.hasNotAccepted(name)
        case .ownMove, .invitation:
            guard !game.preferences.isQuick else {
                return BoardWords.numberKeyHint(row.piece.letter)
            }
            return cursor.map { match.hint(for: row.piece, at: $0) } ?? BoardWords.chooseSquare
        }
    }
}

extension CorrespondenceGameList.GameRow {
    /// True while the game is accepted and not over.
    fileprivate var isRunning: Bool {
        switch state {
        case .ownMove, .claimable, .theirMove: true
        case .invitation, .invited, .over: false
        }
    }

    /// The question before the player ends the game or its invitation; nil once the game is over.
    fileprivate var endQuestion: QuestionWords? {
        switch state {
        case .invitation: CorrespondenceScreenWords.decline
        case .invited: CorrespondenceScreenWords.withdraw
        case .ownMove, .claimable, .theirMove: CorrespondenceScreenWords.giveUp
        case .over: nil
        }
    }

    /// True if the game is over and was not called off. The replay of a game that was called off
    /// would show a resignation.
    fileprivate var hasReplay: Bool { game.isOver && !game.isCalledOff }
}

extension CorrespondenceGameObstacle {
    fileprivate func sentence(resign key: String) -> String {
        switch self {
        case .timeNotUp: CorrespondenceGameWords.claimTooEarly
        case .notOver: CorrespondenceScreenWords.notOver(resign: key)
        case .noInvitation: KeyReplyWords.nothingAsked
        case .move(let refusal): refusal.sentence
        }
    }
}

extension CorrespondenceGameList.GameRow {
    /// The game as a match of one round, for the board; nil if the game's data is not valid.
    fileprivate var match: Match? {
        let position = game.position
        let (loser, reason): (Piece?, NonResignationLossReason?) =
            switch game.round.finish {
            case .resigned(let piece): (piece, nil)
            case .outOfTime(let piece): (piece, .timeout)
            case .board, .open, .agreed, .claimed, .left, .notBack: (nil, nil)
            }
        return try? Match(
            board: position.board, next: position.next, loser: loser, lossReason: reason)
    }
}

private enum CorrespondenceScreenWords {
    static let section = "correspondence"
    static let none = "No games yet. Press + to start one."
    static let opponent = "opponent"
    static let state = "status"
    static let takeIt = "Claim the game"
    static let seeAgain = "Replay"
    static let putItAway = "Remove from list"
    static let nextOne = "Next waiting game"
    static let calledOffHeadline = "CALLED OFF"
    static let declinedHeadline = "DECLINED"
    static let listIsEmpty = "There is no game in the list."
    static let noneWaits = "No games are waiting for you."
    static let gone = "This game no longer exists."
    static let accepts = "Accept"
    static let declines = "Decline"
    static let withdraws = "Withdraw the invitation"
    static let withdrawKey = "withdraw"
    static let declineKey = "decline"
    static let invitationHeadline = "INVITATION"
    static let decline = QuestionWords("Decline this invitation?", no: "not now", yes: "decline")
    static let withdraw = QuestionWords("Withdraw this invitation?", no: "not now", yes: "withdraw")
    static let giveUp = QuestionWords("Resign this game?", yes: "resign")
    static let partnerName = (
        "Your opponent's name", "Their account name. They move first."
    )

    static func notOver(resign key: String) -> String {
        "This game is not over yet. \(key) resigns it."
    }

    static func newGamesLimit(_ limit: DaysPerMove) -> String {
        "new games: \(CorrespondenceGameWords.perMove(limit))"
    }

    static func enterHint(
        of row: CorrespondenceGameList.GameRow, called name: String,
        _ keyName: (Intent) -> String
    ) -> String {
        switch row.state {
        case .ownMove: return "Enter opens the board. It's your move against \(name)."
        case .claimable:
            let key = keyName(.claim)
            return "\(name) ran out of time. Press Enter, then \(key) to claim the game."
        case .theirMove: return "Enter opens the board. It's \(name)'s move."
        case .invitation:
            return "\(name) invites you. Enter opens the board, \(keyName(.decline)) declines."
        case .invited:
            return "\(name) has not accepted yet. Press \(keyName(.decline)) to withdraw."
        case .over: return "Enter shows the result. Press \(keyName(.putAway)) to remove the game."
        }
    }

    static func shortEnterHint(
        of row: CorrespondenceGameList.GameRow, called name: String,
        _ keyName: (Intent) -> String
    ) -> String {
        switch row.state {
        case .ownMove: return "Enter: your move against \(name)."
        case .claimable: return "Time is up. Press Enter, then \(keyName(.claim))."
        case .theirMove: return "Enter: \(name)'s move."
        case .invitation: return "Enter: answer the invitation."
        case .invited: return "Not accepted yet. \(keyName(.decline)) withdraws."
        case .over: return "Enter shows the game, \(keyName(.putAway)) removes it."
        }
    }

    static func theirMoveHint(for name: String, by limit: DaysPerMove) -> String {
        "It's \(name)'s move (\(CorrespondenceGameWords.perMove(limit)))."
    }

    static func invitationHint(_ name: String, by limit: DaysPerMove, _ key: String) -> String {
        "\(name) invites you (\(CorrespondenceGameWords.perMove(limit))). "
            + "\(key) or your first move accepts."
    }

    static func invitationHint(_ key: String, decline: String) -> String {
        "\(key) accepts, \(decline) declines."
    }

    static func hasNotAccepted(_ name: String) -> String { "\(name) has not accepted yet." }

    static func mayClaim(_ name: String, key: String) -> String {
        "\(name) ran out of time. Press \(key) to claim the game."
    }

    static func mayClaim(key: String) -> String { "Time is up. Press \(key) to claim the game." }
}
