import SimperiumClock

/// A time that is described in UTC and ISO 8601: `2026-11-20T13:30:19.250Z`.
package struct Timestamp: Hashable, Sendable, CustomStringConvertible {
    private static let millisecondsPerDay: Int64 = 86_400_000

    /// The milliseconds since 1970.
    private let milliseconds: Int64

    package init(milliseconds: Int64) {
        self.milliseconds = max(milliseconds, 0)
    }

    package var description: String {
        let (days, rest) = milliseconds.quotientAndRemainder(dividingBy: Self.millisecondsPerDay)
        let seconds = Int(rest / 1_000)
        let clock = [seconds / 3_600, seconds / 60 % 60, seconds % 60]
        return CivilDate(daysSince1970: Int(days)).text + "T"
            + clock.map { $0.padded(to: 2) }.joined(separator: ":")
            + ".\(Int(rest % 1_000).padded(to: 3))Z"
    }
}
