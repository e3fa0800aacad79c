package import Game
package import Records
package import SimperiumClock

/// Games over days: their list, their board, and what is told of them.
package enum DayGameWords {
    package static let heading = "GAMES OVER DAYS"
    package static let section = "games"
    package static let none = "No games yet: + begins one with somebody, by name."
    package static let noneInLines = "No games over days."
    /// What the columns of the list are.
    package static let opponent = "against"
    package static let state = "how it stands"
    package static let moves = "MOVES"
    package static let begin = "A game over days"
    package static let takeIt = "Take the game"
    package static let seeAgain = "See it again"
    package static let putItAway = "Put it away"
    package static let nextOne = "The next game that waits"
    package static let putAway = "The game is off your list."
    package static let calledOff = "The game was called off: it is nobody's to lose."
    package static let calledOffHeadline = "CALLED OFF"
    package static let noneWaits = "No game waits for you."
    package static let timeNotUp = "There is time left: nobody can take the game yet."
    package static let gone = "The game is not there any more."

    package static func perMove(_ limit: DayLimit) -> String {
        limit == .day ? "1 day a move" : "\(limit.rawValue) days a move"
    }

    /// What new games are begun with.
    package static func chosen(_ limit: DayLimit) -> String { "New games: \(perMove(limit))." }

    /// The same above the list.
    package static func new(_ limit: DayLimit) -> String { "new games: \(perMove(limit))" }

    package static func waiting(_ count: Int, of running: Int) -> String {
        count == 0 ? (running == 0 ? "" : "\(running)") : "\(count) of \(running) for you"
    }

    package static func wait(_ count: Int, key: String) -> String {
        count == 1
            ? "1 game waits for you: \(key) leads there."
            : "\(count) games wait for you: \(key) leads to the first."
    }

    package static func begun(with name: String) -> String {
        "The game with \(name) has begun: the first move is theirs."
    }

    package static func asked(_ name: String) -> String { "Beginning a game with \(name) …" }

    /// In the list: whose move it is, or how it ended.
    package static func standing(of row: DayGameList.Row) -> String {
        switch row.state {
        case .ownMove where !row.game.hasBegun && row.game.moves.isEmpty: "asks you; your move"
        case .ownMove: "your move"
        case .claimable: "out of time"
        case .theirMove: "their move"
        case .over: ended(row)
        }
    }

    private static func ended(_ row: DayGameList.Row) -> String {
        guard !row.game.isCalledOff else { return "called off" }
        guard let winner = row.game.outcome?.winner else { return "a draw" }
        return winner == row.piece ? "you won" : "you lost"
    }

    /// At the right end: how long whoever is to move still has, or how long ago it ended.
    package static func time(of row: DayGameList.Row, at now: Stamp) -> String {
        switch row.state {
        case .over: (now - row.game.at).age
        // How it stands says it already.
        case .claimable: ""
        case .ownMove, .theirMove: row.game.due < now ? timeIsUp : left(row, at: now)
        }
    }

    private static let timeIsUp = "time is up"

    private static func left(_ row: DayGameList.Row, at now: Stamp) -> String {
        "\((row.game.due - now).rest) left"
    }

    /// Beside the board, the longest form first.
    package static func left(_ game: DayGame, at now: Stamp) -> [String] {
        guard !game.isOver else { return [] }
        guard now < game.due else { return [timeIsUp] }
        let time = (game.due - now).rest
        return ["\(time) left", time]
    }

    /// What Enter does to a row.
    package static func promise(of row: DayGameList.Row, called name: String) -> String {
        switch row.state {
        case .ownMove: return "Enter leads to the board: it is your move against \(name)."
        case .claimable: return "\(name) let the time run out: at the board c takes the game."
        case .theirMove: return "Enter shows the board: \(name) is to move."
        case .over: return "Enter shows how it ended; - puts it away."
        }
    }

    /// The same where there is little room.
    package static func fewWords(of row: DayGameList.Row, called name: String) -> String {
        switch row.state {
        case .ownMove: return "Enter: your move against \(name)."
        case .claimable: return "Time is up: at the board c takes it."
        case .theirMove: return "Enter: \(name) is to move."
        case .over: return "Enter shows it; - puts it away."
        }
    }

    /// Below the board while the other side is to move.
    package static func waits(for name: String, by limit: DayLimit) -> String {
        "\(name) is to move, \(perMove(limit))."
    }

    package static func mayClaim(_ name: String, key: String) -> String {
        "\(name) let the time run out: \(key) takes the game."
    }

    package static func mayClaim(key: String) -> String { "Time is up: \(key) takes the game." }

    package static func end(_ outcome: Outcome, for piece: Piece, against name: String) -> String {
        outcome.sentence(for: piece, against: name)
    }
}

/// In lines, for a prompt and for programs.
extension DayGameWords {
    package static func status(waiting: Int, running: Int) -> String {
        guard running > 0 || waiting > 0 else { return noneInLines }
        let games = running == 1 ? "1 game over days" : "\(running) games over days"
        switch waiting {
        case 0: return "\(games), none waits for you."
        case 1: return "\(games), 1 waits for you."
        default: return "\(games), \(waiting) wait for you."
        }
    }

    /// What can be typed behind a game's number.
    package static let resigns = "resign"
    package static let claims = "claim"
    package static let putsAway = "away"
    package static let begins = "new"
    package static let howToBeginInLines =
        "Behind new: a name, and perhaps 1, 3 or 7, the days for each move."
    package static let noSuchNumber = "There is no such game: games tells their numbers."
    package static let howToTypeInLines =
        "Behind the number: a square, resign, claim, or away for one that is over."

    /// In a list: whose move it is, and how long they have.
    package static func line(about row: DayGameList.Row, at now: Stamp) -> String {
        let time = time(of: row, at: now)
        switch row.state {
        case .over: return "\(standing(of: row)), \(time) ago"
        case .claimable: return standing(of: row)
        case .ownMove, .theirMove: return "\(standing(of: row)), \(time)"
        }
    }

    /// Below the board of one.
    package static func sentence(
        about row: DayGameList.Row, against name: String, at now: Stamp
    ) -> String {
        if row.game.isCalledOff { return calledOff }
        if let outcome = row.game.outcome { return end(outcome, for: row.piece, against: name) }
        let head = "You play \(row.piece.letter) against \(name)"
        return "\(head): \(line(about: row, at: now))."
    }

    /// As short as a prompt wants it; empty if nothing waits.
    package static func shortStatus(waiting: Int) -> String {
        waiting == 0 ? "" : "ttt:\(waiting)"
    }
}
