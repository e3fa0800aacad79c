internal import SimperiumClock

/// The pauses before the client dials again, and the heartbeats that it promises.
struct RedialAndHeartbeatPolicy: Hashable, Sendable {
    /// The time from the first failure until even an urgent client dials less often.
    private static let urgentLimit = Duration.seconds(60)
    /// The longest pauses of an urgent client, after the first, second and further failures in a
    /// row.
    private static let quickWaits: [Duration] = [
        .zero, .milliseconds(250), .milliseconds(500), .seconds(1), .seconds(2),
    ]
    private static let slowestWait = Duration.seconds(10)
    /// The longest pause after the hub closed the connection. The pause is random, so that clients
    /// return at different times.
    private static let longestWaitAfterClose = Duration.seconds(1)
    /// The longest time between two timeouts that together are a sign of a slow connection.
    private static let timeoutWindow = Duration.seconds(60)
    /// The longest duration of a dial that counts as prompt.
    private static let promptDial = Duration.seconds(3)

    let pace: RedialPace
    /// True in urgent mode, for example during a match.
    private(set) var isUrgent = false
    /// True if the connection counts as slow. The client then tolerates a longer silence of the
    /// hub.
    private var isSlow = false
    /// The times of the last two timeouts in urgent mode.
    private var timeouts: [Instant] = []

    init(_ pace: RedialPace) {
        self.pace = pace
    }

    mutating func setUrgent(_ isUrgent: Bool) {
        guard isUrgent != self.isUrgent else { return }
        self.isUrgent = isUrgent
        timeouts = []
        isSlow = false
    }

    mutating func recordTimeoutIfUrgent(at now: Instant) {
        if isUrgent { timeouts = timeouts.suffix(1) + [now] }
    }

    /// Marks the connection as slow, if the last two timeouts came close together and this dial was
    /// prompt. A hub that accepts new connections promptly is not dead.
    mutating func markSlowIfDialWasPrompt(_ dialDuration: Duration) {
        guard timeouts.count == 2, timeouts[1] - timeouts[0] <= Self.timeoutWindow,
            dialDuration <= Self.promptDial
        else { return }
        isSlow = true
    }

    /// The heartbeat interval that this client promises, in seconds; zero for no promise.
    var promisedSeconds: Int {
        guard isUrgent else { return 0 }
        return isSlow ? 8 : 4
    }

    func redialWait(
        after failures: ConsecutiveLinkFailures, because reason: LinkFailure, at now: Instant,
        _ random: inout SeededRandom
    ) -> Duration {
        guard pace == .lively else {
            return Backoff.ofClients.randomPartOfWait(after: failures.count, &random)
        }
        if reason == .closedByHub, failures.count == 1 {
            let longest = UInt64(Self.longestWaitAfterClose.wholeMilliseconds)
            return .milliseconds(random.numberBelow(longest))
        }
        guard isUrgent else {
            return Backoff.ofVisitors.randomPartOfWait(after: failures.count, &random)
        }
        let isOld = failures.since.map { now - $0 >= Self.urgentLimit } ?? false
        let index = min(failures.count, Self.quickWaits.count) - 1
        let longest = isOld ? Self.slowestWait : Self.quickWaits[max(0, index)]
        // A random part is subtracted, so that clients don't return at the same moment.
        let reduction = random.numberBelow(UInt64(longest.nanoseconds / 4) + 1)
        return longest - .nanoseconds(Int64(reduction))
    }
}

/// The consecutive failures since the last healthy connection.
struct ConsecutiveLinkFailures: Hashable, Sendable {
    private(set) var count = 0
    private(set) var since: Instant?

    mutating func add(at now: Instant) {
        count += 1
        since = since ?? now
    }
}

extension Backoff {
    /// The pauses before a client retries a hub that is unreachable or overloaded.
    static let ofClients = Backoff(from: .seconds(1), to: .seconds(60))
    /// The pauses of a program with a waiting user.
    static let ofVisitors = Backoff(from: .seconds(1), to: .seconds(10))
}

/// The pace of a client that dials again after a lost connection.
package enum RedialPace: String, Hashable, Codable, Sendable {
    /// With growing pauses of up to a minute, for a program without a waiting user.
    case patient
    /// With growing pauses of up to ten seconds. In urgent mode, first at once, and during the
    /// first minute with pauses of at most two seconds.
    case lively
}
