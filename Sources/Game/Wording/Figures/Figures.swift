package import SimperiumClock

/// Counts with their nouns, in the singular and the plural.
package enum CountWords {
    static func people(_ number: Int) -> String {
        number == 1 ? "1 person" : "\(number) people"
    }

    static func matches(_ number: Int) -> String { "\(number) \(nounOfMatches(number))" }

    /// Returns only the noun, for a number that is shown in a different style.
    static func nounOfMatches(_ number: Int) -> String { number == 1 ? "match" : "matches" }

    package static func guests(_ number: Int) -> String { counted(number, "guest") }
    package static func accounts(_ number: Int) -> String { counted(number, "account") }
    package static func buckets(_ number: Int) -> String { counted(number, "bucket") }
    package static func objects(_ number: Int) -> String { counted(number, "object") }
    package static func changes(_ number: Int) -> String { counted(number, "change") }
    package static func pages(_ number: Int) -> String { counted(number, "page") }

    /// Returns the number and the noun, which forms its plural with an s.
    static func counted(_ number: Int, _ noun: String) -> String {
        number == 1 ? "1 \(noun)" : "\(number) \(noun)s"
    }

    /// Returns the number of spectators, in the shortest form.
    package static func watching(_ number: Int) -> String {
        "\(number) watching"
    }

    package static func minutes(in duration: Duration) -> String {
        let minutes = max(1, duration.components.seconds / 60)
        return minutes == 1 ? "a minute" : "\(minutes) minutes"
    }
}

extension Duration {
    /// A round-trip time, for the title bar: `<1 ms`, `41 ms`, `12 s`.
    var roundTripText: String {
        let milliseconds = (nanoseconds + 500_000) / 1_000_000
        if milliseconds < 1 { return "<1 ms" }
        return milliseconds < 10_000 ? "\(milliseconds) ms" : "\(milliseconds / 1_000) s"
    }

    /// An age in one unit, rounded down: seconds, minutes, hours for less than two days, or days.
    package var age: String {
        let seconds = max(0, wholeSeconds)
        switch seconds {
        case ..<60: return "\(seconds) s"
        case ..<3_600: return "\(seconds / 60) min"
        case ..<172_800: return "\(seconds / 3_600) h"
        default: return "\(seconds / 86_400) d"
        }
    }

    /// A remaining time in one unit: seconds, minutes, hours for less than four days, or days
    /// rounded to the nearest. A limit of three days is thus counted down in hours from the start.
    var remainingTimeText: String {
        switch max(0, wholeSeconds) / 3_600 {
        case 0: age
        case let hours where hours < 96: "\(hours) h"
        case let hours: "\((hours + 12) / 24) d"
        }
    }
}

extension Instant {
    /// Returns the time until this instant in seconds, rounded up: `12 s`.
    package func secondsCountdown(from now: Instant) -> String {
        "\(max(0, (self - now).secondsRoundedUp)) s"
    }
}
