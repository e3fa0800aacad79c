internal import SimperiumClock
internal import SimperiumLoop

/// The memory of all connections of a set, and its budget.
struct ConnectionSetMemory: ~Copyable {
    /// The growth in bytes between two checks of the budget.
    private static let step = 1 << 20
    /// The decrease in bytes that causes free memory to be given back to the system.
    private static let worthGivingBack = 16 << 20
    /// The smallest peak of connections that causes memory to be given back once half of them have
    /// ended.
    private static let crowd = 100
    private static let pause = Duration.seconds(2)
    /// The time until memory is given back a second time. By then, the program has freed the data
    /// that it kept for peers that could return.
    private static let longPause = Duration.seconds(30)

    private let budget: MemoryBudget
    private let releaseTimer: Timer
    private let secondReleaseTimer: Timer
    private var nextCheck: Int
    private var mostSinceGivenBack = 0
    private var mostConnections = 0
    private(set) var held = 0
    private(set) var most = 0
    /// The number of connections that were closed to free memory.
    private(set) var ended = 0

    /// Creates the memory of a set without connections. `release` is called when unused memory can
    /// be given back to the system.
    init(_ budget: MemoryBudget, on loop: Loop, release: @escaping () -> Void) {
        self.budget = budget
        nextCheck = budget.smallestLimit
        releaseTimer = Timer(on: loop, release)
        secondReleaseTimer = Timer(on: loop, release)
    }

    /// Adds `growth` bytes, negative for a decrease, to the held memory. After a large decrease,
    /// schedules the return of memory. Returns true if the budget must be checked.
    mutating func chargeReportingCheckDue(_ growth: Int) -> Bool {
        held += growth
        if held > most { most = held }
        if held > mostSinceGivenBack { mostSinceGivenBack = held }
        guard growth < 0 else { return held > nextCheck }
        nextCheck = max(budget.smallestLimit, min(nextCheck, held + Self.step))
        if mostSinceGivenBack - held > Self.worthGivingBack { scheduleMemoryRelease() }
        return false
    }

    /// Records the number of connections. If half of a peak of at least `crowd` connections have
    /// ended, schedules the return of memory. If fewer have ended, new connections are likely to
    /// need the memory again.
    mutating func scheduleReleaseIfHalfEnded(remaining connections: Int) {
        mostConnections = max(mostConnections, connections)
        if mostConnections >= Self.crowd, connections <= mostConnections / 2 {
            mostConnections = connections
            scheduleMemoryRelease()
        }
    }

    private mutating func scheduleMemoryRelease() {
        mostSinceGivenBack = held
        guard budget != .boundless else { return }
        releaseTimer.arm(after: Self.pause)
        secondReleaseTimer.arm(after: Self.longPause)
    }

    /// Returns the indices of the connections to close, and adds their number to `ended`.
    mutating func connectionsToClose(
        of connections: [MemoryBudget.BufferedConnection], at now: Instant
    )
        -> [Int]
    {
        let excess = budget.connectionsToDrop(of: connections, at: now)
        ended += excess.count
        nextCheck = max(budget.smallestLimit, held + Self.step)
        return excess
    }
}
