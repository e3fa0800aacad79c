internal import SimperiumClock

/// The policy of a session: how soon it dials again, and how closely it watches its connection.
struct LineCare: Hashable, Sendable {
    /// After so long without a connection, even urgent work dials less often.
    private static let hurry = Duration.seconds(60)
    /// The pauses while something urgent is open: after one failure, two, and so on.
    private static let quickWaits: [Duration] = [
        .zero, .milliseconds(250), .milliseconds(500), .seconds(1), .seconds(2),
    ]
    private static let slowestWait = Duration.seconds(10)
    /// The clients of a server that restarts spread their return over this time.
    private static let afterGoodbye = Duration.seconds(1)
    /// Two timeouts within this time may mean a slow connection.
    private static let silencesWithin = Duration.seconds(60)
    /// A dial that takes at most this long shows that the hub is reachable.
    private static let promptDial = Duration.seconds(3)

    let pace: LinePace
    /// True while something is open that can't wait, such as a match.
    private(set) var isUrgent = false
    /// True if the connection is known to be slow: its silence then does not mean that it is dead.
    private var isSlow = false
    /// The times of the last two timeouts while something urgent was open.
    private var silences: [Instant] = []

    init(_ pace: LinePace) {
        self.pace = pace
    }

    mutating func set(urgent isUrgent: Bool) {
        guard isUrgent != self.isUrgent else { return }
        self.isUrgent = isUrgent
        silences = []
        isSlow = false
    }

    /// Records that a connection timed out.
    mutating func noteSilence(at now: Instant) {
        if isUrgent { silences = silences.suffix(1) + [now] }
    }

    /// Records how long a dial took. If connections time out repeatedly and the hub still accepts
    /// new ones at once, the connection is slow, not dead.
    mutating func noteOpening(after wait: Duration, at now: Instant) {
        guard silences.count == 2, silences[1] - silences[0] <= Self.silencesWithin,
            wait <= Self.promptDial
        else { return }
        isSlow = true
    }

    /// The interval of heartbeats that this client promises, in seconds; zero for no promise.
    var promise: Int {
        guard isUrgent else { return 0 }
        return isSlow ? 8 : 4
    }

    /// The pause before the next dial.
    func wait(
        after trouble: Trouble, because reason: ConnectionFailure, at now: Instant,
        _ random: inout SeededRandom
    ) -> Duration {
        guard pace == .lively else {
            return Backoff.ofClients.wait(after: trouble.failures, &random)
        }
        if reason == .closedByHub, trouble.failures == 1 {
            return .milliseconds(random.below(UInt64(Self.afterGoodbye.wholeMilliseconds)))
        }
        guard isUrgent else { return Backoff.ofVisitors.wait(after: trouble.failures, &random) }
        let isOld = trouble.since.map { now - $0 >= Self.hurry } ?? false
        let place = min(trouble.failures, Self.quickWaits.count) - 1
        let longest = isOld ? Self.slowestWait : Self.quickWaits[max(0, place)]
        // A random part is taken off, so that clients don't return at the same moment.
        let less = random.below(UInt64(longest.nanoseconds / 4) + 1)
        return longest - .nanoseconds(Int64(less))
    }
}

/// The failures since the connection last was good.
struct Trouble: Hashable, Sendable {
    private(set) var failures = 0
    private(set) var since: Instant?

    mutating func add(at now: Instant) {
        failures += 1
        since = since ?? now
    }
}
