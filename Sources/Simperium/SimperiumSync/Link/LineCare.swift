internal import SimperiumClock

/// How hard a session tries to have a line, and how closely it watches over the one that it has.
struct LineCare: Hashable, Sendable {
    /// After so long without a line even what can't wait is tried for less often.
    private static let hurry = Duration.seconds(60)
    /// The waits while something is open, for one failure, two, and so on.
    private static let quickWaits: [Duration] = [
        .zero, .milliseconds(250), .milliseconds(500), .seconds(1), .seconds(2),
    ]
    private static let slowestWait = Duration.seconds(10)
    /// All clients of a server that restarts come back within so long.
    private static let afterGoodbye = Duration.seconds(1)
    /// Two silences within so long may be those of a line that is slow.
    private static let silencesWithin = Duration.seconds(60)
    /// A hub that is dialled and answers within so long is not far away from being heard.
    private static let promptDial = Duration.seconds(3)

    let pace: LinePace
    /// Whether something is open that can't wait.
    private(set) var isUrgent = false
    /// Whether the line is known to be slow, and so not dead when it is silent.
    private var isSlow = false
    /// The last two silences that ended a line while something was open.
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

    /// Notes that a line has ended by falling silent.
    mutating func noteSilence(at now: Instant) {
        if isUrgent { silences = silences.suffix(1) + [now] }
    }

    /// Notes that a dial took so long. Where the line falls silent again and again and the hub
    /// still answers at once, the line is slow.
    mutating func noteOpening(after wait: Duration, at now: Instant) {
        guard silences.count == 2, silences[1] - silences[0] <= Self.silencesWithin,
            wait <= Self.promptDial
        else { return }
        isSlow = true
    }

    /// How often this client promises to be heard, in seconds; zero for no promise.
    var promise: Int {
        guard isUrgent else { return 0 }
        return isSlow ? 8 : 4
    }

    /// How long after a failure the next dial comes.
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
        // A little less by chance, so that not all come at the same moment.
        let less = random.below(UInt64(longest.nanoseconds / 4) + 1)
        return longest - .nanoseconds(Int64(less))
    }
}

/// What has gone wrong with a line since it last was good.
struct Trouble: Hashable, Sendable {
    private(set) var failures = 0
    private(set) var since: Instant?

    mutating func add(at now: Instant) {
        failures += 1
        since = since ?? now
    }
}
