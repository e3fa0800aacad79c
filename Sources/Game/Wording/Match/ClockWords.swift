package import Game
internal import SimperiumClock

/// The texts about a match's clock.
package enum ClockWords {
    private static let barColumns = 10

    /// The word that players type for no clock.
    package static let noneTyped = "none"
    package static let noClocks = "This server doesn't support clocks."
    package static let unknown = "Choose 10, 30 or 60 seconds a move, or none."

    package static func perMove(_ limit: MoveLimit) -> String { "\(limit.rawValue) s a move" }

    /// The player's clock for new matches.
    package static func chosen(_ limit: MoveLimit?) -> String {
        limit.map { "New matches: \(perMove($0))." } ?? "New matches: no clock."
    }

    /// The end of a sentence about a match or an invitation.
    package static func behind(_ limit: MoveLimit?) -> String {
        limit.map { ", \(perMove($0))" } ?? ""
    }

    /// The time left for the player to move, the longest form first.
    package static func left(_ time: Duration, of limit: MoveLimit) -> [String] {
        let seconds = time.secondsRoundedUp
        // The width stays the same, so only the digits that change are redrawn.
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
