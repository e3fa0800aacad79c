import SimperiumClock

/// The idle timeout of one connection.
///
/// For a client that promises heartbeats, the timeout is three promised intervals. If the hub's
/// computer slept, the connection gets one more second, so that its waiting frames can be read.
struct IdleTimeout {
    /// The number of promised intervals that may pass in silence.
    private static let missedBeats = 3
    /// The range that a promised interval is clamped to, in seconds.
    private static let promisedRange = 2...30
    /// If a check is late by more than this, the hub's computer must have slept. The connection
    /// then gets this much extra time.
    private static let lateness = Duration.seconds(1)

    var lastActivity: Instant
    /// The time of the next check.
    private(set) var due: Instant
    /// The promised interval in seconds; zero if there is no promise.
    private var promisedSeconds: UInt8 = 0
    /// True if the connection has had its extra second after a sleep of the computer.
    private var hasHadExtraTime = false

    /// Begins a timeout. `usual` is the timeout of a client without a promise.
    init(_ usual: Duration, at now: Instant) {
        lastActivity = now
        due = now + usual
    }

    private func promisedOrUsualTimeout(_ usual: Duration) -> Duration {
        promisedSeconds == 0 ? usual : .seconds(Int(promisedSeconds) * Self.missedBeats)
    }

    /// Records the promised interval, clamped to `promisedRange`; zero revokes the promise. Returns
    /// the time of the next check if it is earlier than before; otherwise nil.
    mutating func recordPromisedHeartbeats(every seconds: Int, usual: Duration) -> Instant? {
        let range = Self.promisedRange
        let bounded = min(max(seconds, range.lowerBound), range.upperBound)
        promisedSeconds = seconds > 0 ? UInt8(bounded) : 0
        let end = lastActivity + promisedOrUsualTimeout(usual)
        guard end < due else { return nil }
        due = end
        return due
    }

    enum IdleStatus: Hashable {
        case alive(until: Instant)
        case silent
        /// The time of the check has been moved since the alarm was set.
        case notDue
    }

    /// Checks if a connection has been silent for too long, and moves the next check. A congested
    /// connection isn't read, so its silence doesn't count.
    mutating func idleStatus(at now: Instant, usual: Duration, isCongested: Bool) -> IdleStatus {
        guard due <= now else { return .notDue }
        let lateness = now - due
        let end = (isCongested ? now : lastActivity) + promisedOrUsualTimeout(usual)
        if end > now {
            hasHadExtraTime = false
            due = end
        } else if lateness > Self.lateness, !hasHadExtraTime {
            // Frames that arrived during the sleep have not been read yet.
            hasHadExtraTime = true
            due = now + Self.lateness
        } else {
            return .silent
        }
        return .alive(until: due)
    }
}
