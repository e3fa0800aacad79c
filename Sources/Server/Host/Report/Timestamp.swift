/// An instant of the calendar as ISO 8601 writes it, in UTC: `2026-11-20T13:30:19.250Z`.
package struct Timestamp: Hashable, Sendable, CustomStringConvertible {
    private static let millisecondsPerDay: Int64 = 86_400_000

    /// Since 1970.
    private let milliseconds: Int64

    package init(milliseconds: Int64) {
        self.milliseconds = max(milliseconds, 0)
    }

    package var description: String {
        let (days, rest) = milliseconds.quotientAndRemainder(dividingBy: Self.millisecondsPerDay)
        let (year, month, day) = Self.date(days)
        let seconds = rest / 1_000
        let clock = [seconds / 3_600, seconds / 60 % 60, seconds % 60]
        return "\(year.padded(to: 4))-\(month.padded(to: 2))-\(day.padded(to: 2))T"
            + clock.map { $0.padded(to: 2) }.joined(separator: ":")
            + ".\((rest % 1_000).padded(to: 3))Z"
    }

    /// Counts years from March on, so that a leap day is the last of its year.
    private static func date(_ days: Int64) -> (year: Int64, month: Int64, day: Int64) {
        let shifted = days + 719_468
        let (era, dayOfEra) = shifted.quotientAndRemainder(dividingBy: 146_097)
        let leapDays = dayOfEra / 1_460 - dayOfEra / 36_524 + dayOfEra / 146_096
        let yearOfEra = (dayOfEra - leapDays) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let month = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * month + 2) / 5 + 1
        let year = era * 400 + yearOfEra + (month < 10 ? 0 : 1)
        return (year, month < 10 ? month + 3 : month - 9, day)
    }
}

extension Int64 {
    fileprivate func padded(to width: Int) -> String {
        let digits = String(self)
        return String(repeating: "0", count: Swift.max(0, width - digits.count)) + digits
    }
}
