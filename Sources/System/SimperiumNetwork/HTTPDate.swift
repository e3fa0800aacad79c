internal import SimperiumClock
internal import SimperiumLoop

/// The time of an answer, as its field `Date` has it: `Fri, 27 Nov 2026 08:12:31 GMT`.
struct HTTPDate {
    private static let weekdays = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    let text: String

    init(secondsSince1970 seconds: Int) {
        let (days, second) = max(seconds, 0).quotientAndRemainder(dividingBy: 86_400)
        let date = CivilDate(daysSince1970: days)
        let clock = [second / 3_600, second / 60 % 60, second % 60].map { $0.padded(to: 2) }
        text =
            "\(Self.weekdays[days % 7]), \(date.day.padded(to: 2)) \(Self.months[date.month - 1]) "
            + "\(date.year.padded(to: 4)) \(clock.joined(separator: ":")) GMT"
    }

    static var now: HTTPDate {
        HTTPDate(secondsSince1970: Int(ThisProcess.calendarMilliseconds / 1_000))
    }
}
