internal import Drawing

/// What `load` says of how it goes, and of what came of it.
package enum LoadWords {
    package static func progress(matches: Int, moves: Int, p99: String, errors: Int) -> String {
        "\(matches) matches, \(moves) moves, p99 \(p99), \(errors) errors"
    }

    package static func begun(players: Int, watchers: Int, time: String) -> String {
        "\(players) players, \(watchers) watchers, \(time)"
    }

    package static func done(matches: Int, rounds: Int, moves: Int) -> String {
        "\(matches) matches, \(rounds) rounds, \(moves) moves"
    }

    package static func halls(_ count: Int, people: ClosedRange<Int>, moved: Int) -> String {
        "\(count) halls of \(people.lowerBound) to \(people.upperBound), "
            + "\(moved) times somebody went to another"
    }

    /// On purpose.
    package static func broken(_ count: Int) -> String {
        "\(count) times a line was broken or silent, a program stopped or killed"
    }

    package static func bytes(sent: String, received: String) -> String {
        "\(sent) sent, \(received) received"
    }

    /// `share` is in percent of one core.
    package static func server(share: Int, memory: String) -> String {
        "server: \(share) % of a core, \(memory) of memory"
    }

    package static let timeToMatch = "until seated"
    package static let timeToOpponent = "move to opponent"
    package static let timeToWatcher = "move to watcher"
    package static let timeToRecover = "until back"
    /// Of those in a match, whose line was lost by no plan.
    package static let timeToReturn = "lost line to back in the match"
    /// In place of times, where there were none.
    package static let never = "never"

    package static func longest(_ time: String) -> String { "longest \(time)" }
}

/// What went wrong.
extension LoadWords {
    package static let noErrors = "no errors"

    package static func milliseconds(_ figure: String) -> String { "\(figure) ms" }

    package static func unconnected(_ count: Int) -> String {
        "without a connection at the end: \(count)"
    }

    package static func wrongBoards(_ count: Int) -> String { "wrong boards: \(count)" }

    package static func lineLost(_ reason: String) -> String { "line lost: \(reason)" }

    package static let seatLost = "a seat was lost"

    package static func unauthorized(_ reason: String) -> String {
        "unauthorized: \(reason.asForeignText)"
    }

    /// Something that one of the made-up people noticed.
    package static func noticed(_ what: String) -> String { what.asForeignText }

    package static func notUnderstood(_ error: String) -> String {
        "not understood: \(error.asForeignText)"
    }
}
