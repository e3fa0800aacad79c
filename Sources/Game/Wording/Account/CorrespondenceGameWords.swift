package import Drawing
internal import Game
package import Records
package import SimperiumClock

/// Texts of correspondence games: the list, the board and the news.
package enum CorrespondenceGameWords {
    package static var noGames: String { "No correspondence games." }
    package static var removedFromList: String { "The game was removed from your list." }
    /// Returns the sentence about the end of a game; nil if the game is not over.
    package static func endSentence(
        about row: CorrespondenceGameList.GameRow, against name: String
    ) -> String? {
        guard row.game.isCalledOff else {
            return row.game.outcome?.sentence(for: row.piece, against: name)
        }
        guard row.game.isDeclined else { return "The game was called off. It does not count." }
        return row.piece == .circle
            ? "You declined this invitation." : "\(name) declined this invitation."
    }

    package static var claimTooEarly: String {
        "You can only claim a game when your opponent's time is up."
    }

    package static func perMove(_ limit: DaysPerMove) -> String {
        limit == .day ? "1 day a move" : "\(limit.rawValue) days a move"
    }

    package static func newGamesLimit(_ limit: DaysPerMove) -> String {
        "New games: \(perMove(limit))."
    }

    package static func waitingRemark(_ count: Int, of running: Int) -> String {
        count == 0 ? (running == 0 ? "" : "\(running)") : "\(count) of \(running) waiting"
    }

    /// Returns the notice about the games that wait for the user. `inviter` is the player who sent
    /// the first invitation. `key` opens the first game; nil if that key has no effect on the
    /// current screen.
    package static func waitingNotice(
        _ count: Int, invitations: Int, from inviter: String, key: String?
    ) -> String {
        func notice(_ news: String, purpose: String) -> String {
            news + (key.map { " Press \($0) to \(purpose)." } ?? "")
        }
        guard invitations == 0 || invitations < count else {
            return notice(
                invitations == 1
                    ? "\(inviter) invites you to a correspondence game."
                    : "You have \(invitations) invitations to correspondence games.",
                purpose: "answer")
        }
        return count == 1
            ? notice("1 game is waiting for you.", purpose: "open it")
            : notice("\(count) games are waiting for you.", purpose: "open the first")
    }

    package static func gameStarted(with name: ForeignText) -> String {
        "Game with \(name) started. \(name) moves first."
    }

    package static func invitationSent(_ name: ForeignText) -> String {
        "\(name) is invited. The game starts when they accept."
    }

    package static func sendingInvitation(_ name: String) -> String {
        "Inviting \(ForeignText(name)) to a game …"
    }
    package static var invitationRemoved: String { "The invitation is gone from both lists." }

    /// Returns the status of a row in the list: the direction of an invitation, the player to move,
    /// an expired time limit, or the result.
    package static func rowStatus(of row: CorrespondenceGameList.GameRow) -> String {
        switch row.state {
        case .invitation: "invites you"
        case .invited: "invited"
        case .ownMove where !row.game.hasBegun && row.game.moves.isEmpty: "new game, your move"
        case .ownMove: "your move"
        case .claimable: "out of time"
        case .theirMove: "their move"
        case .over: resultStatus(row)
        }
    }

    private static func resultStatus(_ row: CorrespondenceGameList.GameRow) -> String {
        guard !row.game.isDeclined else { return "declined" }
        guard !row.game.isCalledOff else { return "called off" }
        guard let winner = row.game.outcome?.winner else { return "draw" }
        return winner == row.piece ? "you won" : "you lost"
    }

    /// Returns the time left for the next move, or the time since the end or the invitation, for
    /// the right end of a row. Returns "time is up" for an expired time, and an empty text if the
    /// user can claim the game.
    package static func timeLeftOrAge(of row: CorrespondenceGameList.GameRow, at now: ServerTime)
        -> String
    {
        switch row.state {
        case .over, .invitation, .invited: "\((now - row.game.at).age) ago"
        // The status already shows that the time is up.
        case .claimable: ""
        case .ownMove, .theirMove: row.game.due < now ? timeIsUp : timeLeft(row, at: now)
        }
    }

    private static var timeIsUp: String { "time is up" }

    private static func timeLeft(
        _ row: CorrespondenceGameList.GameRow, at now: ServerTime
    ) -> String {
        "\((row.game.due - now).remainingTimeText) left"
    }

    /// Returns the forms of the time left, for the space beside the board, the longest first. Empty
    /// for an invitation and after the end.
    package static func timeLeftVariants(_ game: CorrespondenceGame, at now: ServerTime) -> [String]
    {
        guard !game.isOver, game.invitation == nil else { return [] }
        guard now < game.due else { return [timeIsUp] }
        let time = (game.due - now).remainingTimeText
        return ["\(time) left", time]
    }
}

/// Texts in plain text, for a shell prompt and for scripts.
extension CorrespondenceGameWords {
    package static func status(waiting: Int, invitations: Int, running: Int) -> String {
        guard running > 0 || waiting > 0 else { return noGames }
        let games = CountWords.counted(running, "correspondence game")
        let asked = CountWords.counted(invitations, "invitation")
        return "\(games), \(waiting == 0 ? "none" : "\(waiting)") waiting for you"
            + (invitations == 0 ? "." : " (\(asked)).")
    }

    /// The word to type after a game's number to resign.
    package static var resignCommand: String { "resign" }
    package static var claimCommand: String { "claim" }
    package static var putAwayCommand: String { "away" }
    package static func noSuchGame(_ word: String) -> String {
        "No game is called \(ForeignText(word)). Run tictactoe games for the list."
    }
    package static var notAnInvitation: String { "This game is not an open invitation to you." }
    package static var acceptCommand: String { "accept" }
    package static var declineCommand: String { "decline" }
    package static var newGameCommand: String { "new" }
    package static var howToStartGame: String {
        "Type: games new NAME [1|3|7]. The number sets the days per move."
    }
    package static var noSuchNumber: String { "No game has this number. Type games for the list." }
    package static var howToActInGame: String {
        "After the number, type a square, resign or claim. For an invitation: accept or decline."
            + " For a finished game: away."
    }

    /// Returns the status of a row with the time left, or with the age of the invitation or result.
    /// If the user can claim the game, returns only the status.
    package static func statusAndTime(about row: CorrespondenceGameList.GameRow, at now: ServerTime)
        -> String
    {
        let time = timeLeftOrAge(of: row, at: now)
        return time.isEmpty ? rowStatus(of: row) : "\(rowStatus(of: row)), \(time)"
    }

    package static func sentenceBelowBoard(
        about row: CorrespondenceGameList.GameRow, against name: String, at now: ServerTime
    ) -> String {
        if let sentence = endSentence(about: row, against: name) { return sentence }
        let terms = perMove(row.game.limit)
        switch row.state {
        case .invitation: return "\(name) invites you to a game (\(terms)). You move first."
        case .invited: return "\(name) has not accepted your invitation yet (\(terms))."
        case .ownMove, .claimable, .theirMove, .over: break
        }
        let head = "You play \(row.piece.letter) against \(name)"
        return "\(head): \(statusAndTime(about: row, at: now))."
    }

    /// Returns the status for a shell prompt; empty if no game is waiting.
    package static func shellPromptStatus(waiting: Int) -> String {
        waiting == 0 ? "" : "ttt:\(waiting)"
    }
}
