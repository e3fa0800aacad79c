import SimperiumClock

/// When a connection was heard last, and for how long it may be silent.
struct Patience {
    /// How many of the intervals that a client promised may pass without a word.
    private static let missedBeats = 3
    /// What a promise can be.
    private static let promises = 2...30
    /// How late the hub must be to look for what came while it slept.
    private static let lateness = Duration.seconds(1)

    var heard: Instant
    /// When it is looked at next.
    private(set) var due: Instant
    /// In seconds; zero if it promised nothing.
    private var promise: UInt8 = 0
    /// Whether it has had time already to be heard after the hub had slept.
    private var isExcused = false

    /// `usual` is for how long whoever promises nothing may be silent.
    init(_ usual: Duration, at now: Instant) {
        heard = now
        due = now + usual
    }

    private func span(_ usual: Duration) -> Duration {
        promise == 0 ? usual : .seconds(Int(promise) * Self.missedBeats)
    }

    /// Takes note of how often the client means to be heard; zero takes that back. When it is to be
    /// looked at, if that is sooner than before.
    mutating func promise(every seconds: Int, usual: Duration) -> Instant? {
        let range = Self.promises
        let bounded = min(max(seconds, range.lowerBound), range.upperBound)
        promise = seconds > 0 ? UInt8(bounded) : 0
        let end = heard + span(usual)
        guard end < due else { return nil }
        due = end
        return due
    }

    enum Verdict: Hashable {
        case alive(until: Instant)
        case silent
        /// It has been looked at since that alarm was set.
        case asked
    }

    /// What is to be thought of a connection that is looked at. What it says is not read while it
    /// has much to take.
    mutating func verdict(at now: Instant, usual: Duration, isCongested: Bool) -> Verdict {
        guard due <= now else { return .asked }
        let lateness = now - due
        let end = (isCongested ? now : heard) + span(usual)
        if end > now {
            isExcused = false
            due = end
        } else if lateness > Self.lateness, !isExcused {
            // What came while this machine slept has not been read yet.
            isExcused = true
            due = now + Self.lateness
        } else {
            return .silent
        }
        return .alive(until: due)
    }
}
