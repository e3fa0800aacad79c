internal import Drawing

/// The text of the progress and the summary.
package enum LoadWords {
    static func progress(matches: Int, moves: Int, p99: String, errors: Int) -> String {
        "\(matches) matches, \(moves) moves, p99 \(p99), \(errors) errors"
    }

    static func begun(players: Int, watchers: Int, time: String) -> String {
        "\(players) players, \(watchers) spectators, \(time)"
    }

    static func done(matches: Int, rounds: Int, moves: Int) -> String {
        "\(matches) matches, \(rounds) rounds, \(moves) moves"
    }

    static func halls(_ count: Int, people: ClosedRange<Int>, moved: Int) -> String {
        "\(count) halls of \(people.lowerBound) to \(people.upperBound) people, "
            + "\(moved) moves between halls"
    }

    /// The failures that the plan asked for.
    static func broken(_ count: Int) -> String {
        "\(count) planned failures: lost or silent connections, stopped or killed programs"
    }

    static func bytes(sent: String, received: String) -> String {
        "\(sent) sent, \(received) received"
    }

    /// `share` is in percent of one core.
    static func server(share: Int, memory: String) -> String {
        "server: \(share) % of a core, \(memory) of memory"
    }

    static let timeToMatch = "time to match"
    static let timeToOpponent = "move to opponent"
    static let timeToWatcher = "move to spectator"
    static let timeToRecover = "time to recover"
    /// The time from an unplanned loss of the connection to the player's return.
    static let timeToReturn = "lost connection to rejoining"
    /// The text in place of times if there were none.
    static let never = "never"

    static func longest(_ time: String) -> String { "longest \(time)" }
}

/// Errors.
extension LoadWords {
    static let noErrors = "no errors"

    static func milliseconds(_ figure: String) -> String { "\(figure) ms" }

    static func unconnected(_ count: Int) -> String {
        "not connected at the end: \(count)"
    }

    static func wrongBoards(_ count: Int) -> String { "wrong boards: \(count)" }

    static func lineLost(_ reason: String) -> String { "connection lost: \(reason)" }

    static func seatLost(_ reason: String?) -> String {
        "a session was lost: \(reason ?? "unknown to the server")"
    }

    package static func unauthorized(_ reason: String) -> String {
        "unauthorized: \(ForeignText(reason))"
    }

    /// A notice that a simulated player got.
    package static func noticed(_ what: String) -> String { ForeignText(what).shown }

    package static func notUnderstood(_ error: String) -> String {
        "unreadable message: \(ForeignText(error))"
    }
}
