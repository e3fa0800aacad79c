package import SimperiumClock

extension Duration {
    /// A short time, as the first line shows it: `<1 ms`, `41 ms`, `12 s`.
    package var words: String {
        let milliseconds = (nanoseconds + 500_000) / 1_000_000
        if milliseconds < 1 { return "<1 ms" }
        return milliseconds < 10_000 ? "\(milliseconds) ms" : "\(milliseconds / 1_000) s"
    }

    /// How long ago something was, no finer than anybody wants to know.
    package var age: String {
        let seconds = max(0, wholeSeconds)
        switch seconds {
        case ..<60: return "\(seconds) s"
        case ..<3_600: return "\(seconds / 60) min"
        case ..<172_800: return "\(seconds / 3_600) h"
        default: return "\(seconds / 86_400) d"
        }
    }

    /// How much time is left: of some days in hours, or one would seem to be gone at once, and of
    /// more in the nearest days.
    package var rest: String {
        switch max(0, wholeSeconds) / 3_600 {
        case 0: age
        case let hours where hours < 96: "\(hours) h"
        case let hours: "\((hours + 12) / 24) d"
        }
    }
}

extension Instant {
    /// How long it is until this instant, in seconds that are counted down: `12 s`.
    package func countdown(from now: Instant) -> String {
        "\(max(0, (self - now).secondsRoundedUp)) s"
    }
}
