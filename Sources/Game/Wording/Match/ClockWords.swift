package import Game
internal import SimperiumClock

/// What is said of a match's clock.
package enum ClockWords {
    private static let barColumns = 10

    /// What is typed for none.
    package static let noneTyped = "none"
    package static let noClocks = "This server has no clocks."
    package static let unknown = "A clock is 10, 30 or 60 seconds a move, or none."

    package static func perMove(_ limit: MoveLimit) -> String { "\(limit.rawValue) s a move" }

    /// What somebody has chosen for matches to come.
    package static func chosen(_ limit: MoveLimit?) -> String {
        limit.map { "You look for \(perMove($0))." } ?? "You look for a match without a clock."
    }

    /// Behind a sentence about a match, or an invitation to one.
    package static func behind(_ limit: MoveLimit?) -> String {
        limit.map { ", \(perMove($0))" } ?? ""
    }

    /// How long whoever is to move still has, the longest form first.
    package static func left(_ time: Duration, of limit: MoveLimit) -> [String] {
        let seconds = time.secondsRoundedUp
        // As wide as it was, so that no more is painted than what is another figure.
        let width = "\(limit.rawValue)".count - "\(seconds)".count
        let figures = String(repeating: " ", count: max(0, width)) + "\(seconds) s"
        let cells = (seconds * barColumns + limit.rawValue - 1) / limit.rawValue
        let bar = String(repeating: "▄", count: cells)
        return [String(repeating: " ", count: barColumns - cells) + bar + " " + figures, figures]
    }

    static func warning(_ seconds: Int) -> String {
        seconds == 1 ? "1 second left." : "\(seconds) seconds left."
    }
}
