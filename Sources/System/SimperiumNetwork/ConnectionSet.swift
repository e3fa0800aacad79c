package import SimperiumClock
package import SimperiumLoop
internal import SimperiumWebWire

/// The connections of one loop and their shared parts: the read buffer, the list of connections
/// with output in this turn, and the check of the deadlines.
package final class ConnectionSet {
    private static let readBufferSize = 64 * 1024
    /// The minimum pause between two checks of the deadlines, in a small set. Deadlines need no
    /// precision, because only peers that hang miss them.
    private static let leastCheckPause = Duration.milliseconds(20)
    /// The minimum pause between two checks for each connection, in a large set. A check visits all
    /// connections, so frequent checks of many connections would take several per cent of a core.
    private static let pausePerConnection = Duration.microseconds(25)
    /// The maximum number of connections whose input is discarded at the same time, after their
    /// peers broke a rule. If there are more, the oldest is closed.
    private static let mostDiscarding = 64

    package let loop: Loop
    /// The queue of long computations that messages cause.
    package let computationQueue: PerAddressWorkQueue
    /// The queue of look-ups of host names.
    let lookups: BlockingWorkQueue
    private var room = [UInt8](repeating: 0, count: readBufferSize)
    private var connections: [TCPConnection] = []
    private var unflushed: [TCPConnection] = []
    private var flushing: EndOfTurnAction?
    private var deadlineTimer: Timer?
    private var nextDeadlineCheck: Instant?
    private var randomBytes: [UInt8] = []
    /// The connections whose input is discarded because the peer broke a rule, the oldest first.
    private var discarding: [TCPConnection] = []
    private var memory: ConnectionSetMemory
    private let memoryReturn: FreeMemoryReturn
    /// True while the program handles no messages. No WebSocket is then read, so TCP's flow control
    /// stops the peers.
    package var isHeldUp = false

    package init(on loop: Loop, within budget: MemoryBudget = .boundless) {
        self.loop = loop
        computationQueue = PerAddressWorkQueue(on: loop)
        lookups = BlockingWorkQueue(on: loop)
        let memoryReturn = FreeMemoryReturn()
        self.memoryReturn = memoryReturn
        memory = ConnectionSetMemory(budget, on: loop) { memoryReturn.freeAndReturnMemory() }
        flushing = EndOfTurnAction(on: loop, .flush) { [unowned self] in flush() }
        deadlineTimer = Timer(on: loop) { [unowned self] in checkDeadlines() }
    }

    package var connectionCount: Int { connections.count }
    /// The number of bytes of unsent output and unprocessed input that the connections hold now.
    package var heldBytes: Int { memory.held }
    /// The peak of `heldBytes` so far.
    package var mostHeldBytes: Int { memory.most }
    /// The number of connections that were closed because the connections held too many bytes.
    package var endedForMemory: Int { memory.ended }

    /// Called before free memory is given back to the system, so that other parts of the program
    /// can free their memory first.
    package var onMemorySpared: () -> Void {
        get { memoryReturn.before }
        set { memoryReturn.before = newValue }
    }

    /// Returns four random bytes to mask one of a client's frames. They come from a larger supply,
    /// because a system call for each frame would cost more than the frame.
    func maskingKey() -> MaskingKey {
        if randomBytes.count < 4 { randomBytes = SecureRandom.bytes(4_096) }
        let bytes = randomBytes.suffix(4)
        randomBytes.removeLast(4)
        return MaskingKey(rawValue: bytes.reduce(0) { $0 << 8 | UInt32($1) })
    }
}

/// A function that returns free memory to the system, after `before` has let other parts of the
/// program free theirs. A class, so that `before` can be set after the connection set is created.
private final class FreeMemoryReturn {
    var before: () -> Void = {}

    func freeAndReturnMemory() {
        before()
        ThisProcess.giveBackFreeMemory()
    }
}

extension ConnectionSet {
    /// Adds a connection, and keeps it until `remove`.
    func add(_ connection: TCPConnection) {
        connection.index = connections.count
        connections.append(connection)
        memory.scheduleReleaseIfHalfEnded(remaining: connections.count)
    }

    func remove(_ connection: TCPConnection) {
        guard let index = connection.index else { return }
        connection.index = nil
        if connection.isDiscarding { discarding.removeAll { $0 === connection } }
        let last = connections.removeLast()
        memory.scheduleReleaseIfHalfEnded(remaining: connections.count)
        guard last !== connection else { return }
        connections[index] = last
        last.index = index
    }

    /// Ends all connections now. Their queued output is lost.
    ///
    /// Call this before you release the set, because the set and its connections retain each other.
    package func dropAll() {
        for connection in connections { connection.drop() }
    }

    /// Ends the connections that the nodes of these generations relay.
    package func drop(relayedBy nodes: Set<UInt32>) {
        for connection in connections where connection.relay.map(nodes.contains) == true {
            connection.drop()
        }
    }

    /// Sends the output of a connection at the end of this turn.
    func flushAtEndOfTurn(_ connection: TCPConnection) {
        unflushed.append(connection)
    }

    /// Records a connection whose input is discarded. If there are too many such connections, ends
    /// the oldest one.
    func addDiscardingDroppingOldest(_ connection: TCPConnection) {
        discarding.append(connection)
        if discarding.count > Self.mostDiscarding { discarding[0].drop() }
    }

    /// Adds `growth` bytes, negative if memory was released, to the held memory. If too much is
    /// held, ends the connections that the budget chooses.
    func chargeMemory(_ growth: Int) {
        guard memory.chargeReportingCheckDue(growth) else { return }
        let all = connections
        let leaving = memory.connectionsToClose(of: all.map(\.budgetEntry), at: loop.now)
        for index in leaving { all[index].end(.tooSlow) }
    }

    /// Calls `body` with the shared read buffer. `body` must not keep the buffer's content.
    func withReadBuffer(_ body: (inout [UInt8]) -> Void) {
        var room = exchange(&self.room, with: [])
        body(&room)
        self.room = room
    }

    /// Schedules a check of the deadlines at this time, or at the end of the minimum pause if the
    /// pause ends later. Does nothing if an earlier check is scheduled.
    func scheduleDeadlineCheck(at deadline: Instant) {
        if let nextDeadlineCheck, nextDeadlineCheck <= deadline { return }
        nextDeadlineCheck = deadline
        let pause = max(Self.leastCheckPause, Self.pausePerConnection * connections.count)
        deadlineTimer?.arm(at: max(deadline, loop.now + pause))
    }

    private func checkDeadlines() {
        nextDeadlineCheck = nil
        let now = loop.now
        // Backwards, because a late connection may leave the set.
        for connection in connections.reversed() {
            guard let deadline = connection.deadline else { continue }
            if deadline <= now { connection.reportDeadline() }
            if let deadline = connection.deadline { scheduleDeadlineCheck(at: deadline) }
        }
    }

    private func flush() {
        while !unflushed.isEmpty {
            let connections = exchange(&unflushed, with: [])
            for connection in connections { connection.flush() }
        }
    }
}
