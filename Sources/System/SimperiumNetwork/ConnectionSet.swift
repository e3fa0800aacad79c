package import SimperiumClock
package import SimperiumLoop
internal import SimperiumWebWire

/// The connections of one loop, and what they share: the room to read into, the list of those that
/// have something to send when the turn ends, and the watch over their deadlines.
package final class ConnectionSet {
    private static let roomToRead = 64 * 1024
    /// Deadlines are kept to this; they are for peers that hang, not for music.
    private static let leastPause = Duration.milliseconds(20)
    /// A look visits all connections, so that it comes less often to many: it would take several
    /// hundredths of a core.
    private static let pausePerConnection = Duration.microseconds(25)
    /// So many connections that broke a rule are read away at a time. Beyond, the first one goes.
    private static let mostDiscarding = 64

    package let loop: Loop
    /// The long works that messages cause.
    package let longWorks: LongWorks
    private var room = [UInt8](repeating: 0, count: roomToRead)
    private var connections: [TCPConnection] = []
    private var dirty: [TCPConnection] = []
    private var flushing: EndOfTurn?
    private var watch: Timer?
    private var nextLook: Instant?
    private var chance: [UInt8] = []
    /// Those that broke a rule and are being read away, the first one longest.
    private var discarding: [TCPConnection] = []
    private var memory: HeldMemory
    private let cleaning: Cleaning
    /// True if no messages are read, because they would only wait. Peers notice, as their sockets
    /// are not read.
    package var isHeldUp = false

    package init(on loop: Loop, within budget: MemoryBudget = .boundless) {
        self.loop = loop
        longWorks = LongWorks(on: loop)
        let cleaning = Cleaning()
        self.cleaning = cleaning
        memory = HeldMemory(budget, on: loop) { cleaning.run() }
        flushing = EndOfTurn(on: loop, .flush) { [unowned self] in flush() }
        watch = Timer(on: loop) { [unowned self] in look() }
    }

    /// The number of connections of all kinds.
    package var connectionCount: Int { connections.count }
    /// The bytes that wait in the connections now, their maximum, and the number of connections
    /// that were closed because of too many.
    package var heldBytes: Int { memory.held }
    package var mostHeldBytes: Int { memory.most }
    package var endedForMemory: Int { memory.ended }

    /// Called before free memory is given back to the system: others may have some to spare.
    package var onMemorySpared: () -> Void {
        get { cleaning.before }
        set { cleaning.before = newValue }
    }

    /// Four bytes for one frame of a client. Asking the kernel for each would cost more than the
    /// frame.
    func maskingKey() -> MaskingKey {
        if chance.count < 4 { chance = SecureRandom.bytes(4_096) }
        let bytes = chance.suffix(4)
        chance.removeLast(4)
        return MaskingKey(rawValue: bytes.reduce(0) { $0 << 8 | UInt32($1) })
    }
}

/// The work once much less memory is held.
private final class Cleaning {
    var before: () -> Void = {}

    func run() {
        before()
        ThisProcess.giveBackFreeMemory()
    }
}

extension ConnectionSet {
    /// Holds a connection until `remove`.
    func add(_ connection: TCPConnection) {
        connection.index = connections.count
        connections.append(connection)
        memory.setConnections(connections.count)
    }

    func remove(_ connection: TCPConnection) {
        guard let index = connection.index else { return }
        connection.index = nil
        if connection.isDiscarding { discarding.removeAll { $0 === connection } }
        let last = connections.removeLast()
        memory.setConnections(connections.count)
        guard last !== connection else { return }
        connections[index] = last
        last.index = index
    }

    /// Ends all connections now. What they have queued is lost.
    ///
    /// To be called before the set is let go, because it and its connections hold each other.
    package func dropAll() {
        for connection in connections { connection.drop() }
    }

    /// Ends the connections that these nodes relay.
    package func drop(relayedBy nodes: Set<UInt32>) {
        for connection in connections where connection.relay.map(nodes.contains) == true {
            connection.drop()
        }
    }

    /// Has what the connection is to send leave at the end of this turn.
    func flushSoon(_ connection: TCPConnection) {
        dirty.append(connection)
    }

    /// Has a connection be read away, and ends the one that has been for longest if there are many.
    func addDiscarding(_ connection: TCPConnection) {
        discarding.append(connection)
        if discarding.count > Self.mostDiscarding { discarding[0].drop() }
    }

    /// Takes note that so much more is held, or less. If that is too much, some have to go.
    func charge(_ growth: Int) {
        guard memory.charge(growth) else { return }
        let all = connections
        let leaving = memory.excess(of: all.map(\.budgetEntry), at: loop.now)
        for index in leaving { all[index].end(.tooSlow) }
    }

    /// Lends the read buffer. The body must not keep its content.
    func withRoom(_ body: (inout [UInt8]) -> Void) {
        var room = exchange(&self.room, with: [])
        body(&room)
        self.room = room
    }

    /// Looks after deadlines by then at the latest.
    func look(at deadline: Instant) {
        if let nextLook, nextLook <= deadline { return }
        nextLook = deadline
        let pause = max(Self.leastPause, Self.pausePerConnection * connections.count)
        watch?.arm(at: max(deadline, loop.now + pause))
    }

    private func look() {
        nextLook = nil
        let now = loop.now
        // Backwards, because a connection that is late may leave.
        for connection in connections.reversed() {
            guard let deadline = connection.deadline else { continue }
            if deadline <= now { connection.expire() }
            if let deadline = connection.deadline { look(at: deadline) }
        }
    }

    private func flush() {
        while !dirty.isEmpty {
            let connections = exchange(&dirty, with: [])
            for connection in connections { connection.flush() }
        }
    }
}
