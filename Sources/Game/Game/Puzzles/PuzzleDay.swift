package import SimperiumClock

/// A day by the calendar, the same for everybody: that of UTC.
package struct PuzzleDay: Hashable, Codable, Sendable {
    /// Days since 1970-01-01.
    package let number: Int

    package init(number: Int) {
        self.number = number
    }

    package init(of stamp: Stamp) {
        number = Int(stamp.milliseconds / 86_400_000)
    }

    package var before: PuzzleDay { PuzzleDay(number: number - 1) }

    /// As in `2026-11-23`. Years are counted from March on, so that a leap day is the last.
    package var text: String {
        let (era, dayOfEra) = (number + 719_468).quotientAndRemainder(dividingBy: 146_097)
        let leapDays = dayOfEra / 1_460 - dayOfEra / 36_524 + dayOfEra / 146_096
        let yearOfEra = (dayOfEra - leapDays) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let month = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * month + 2) / 5 + 1
        let year = era * 400 + yearOfEra + (month < 10 ? 0 : 1)
        return "\(year.padded(to: 4))-\((month < 10 ? month + 3 : month - 9).padded(to: 2))-"
            + day.padded(to: 2)
    }
}

extension Int {
    fileprivate func padded(to width: Int) -> String {
        let digits = String(self)
        return String(repeating: "0", count: Swift.max(0, width - digits.count)) + digits
    }
}
