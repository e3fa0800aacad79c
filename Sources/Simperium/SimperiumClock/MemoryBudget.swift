/// A limit on the memory for data that is buffered for connections. If the limit is exceeded, the
/// budget chooses the connections to drop: idle connections first, and larger connections before
/// smaller ones.
///
/// A peer that has read little counts as idle, because kernels accept the first bytes for any
/// connection.
package struct MemoryBudget: Hashable, Sendable {
    /// A connection with data that waits to be sent or to be processed.
    package struct BufferedConnection: Hashable, Sendable {
        package let bytes: Int
        /// The peer's address; all connections of one address share a limit. Nil if only the common
        /// limit applies.
        package let address: UInt?
        package let bytesRead: Int
        package let lastReadAt: Instant

        package init(bytes: Int, address: UInt?, bytesRead: Int, lastReadAt: Instant) {
            self.bytes = bytes
            self.address = address
            self.bytesRead = bytesRead
            self.lastReadAt = lastReadAt
        }
    }

    /// The number of bytes that a peer must have read before it can count as active. The buffers of
    /// the kernels hold fewer bytes.
    package static let provingByteCount = 1 << 20
    package static let idleTimeout = Duration.seconds(2)
    package static let idleLimitPerAddress = 16 << 20
    /// The smallest limit, in bytes, that is derived from a machine's memory.
    package static let leastMachineLimit = 64 << 20
    package static let machineMemoryDivisor = 8

    package static let boundless = MemoryBudget(.max)

    /// The maximum number of bytes that all connections may hold together.
    package let limit: Int

    package init(_ limit: Int) {
        self.limit = limit
    }

    /// Creates a budget for a machine with this many bytes of memory. The limit is a fixed share of
    /// the memory, but at least `leastMachineLimit`.
    package init(ofMachineWith bytes: Int) {
        limit = max(Self.leastMachineLimit, bytes / Self.machineMemoryDivisor)
    }

    package var limitPerAddress: Int { limit / 4 }
    /// The smallest of all limits. While all connections together hold no more bytes than this, no
    /// limit can be exceeded.
    package var smallestLimit: Int {
        min(limit, limitPerAddress, limit == .max ? .max : Self.idleLimitPerAddress)
    }

    /// Returns the indices of the connections to drop, so that the others stay within all limits.
    package func connectionsToDrop(of connections: [BufferedConnection], at now: Instant) -> [Int] {
        var all = WatermarkCounter(limit)
        let unused = (
            all: WatermarkCounter(limitPerAddress),
            idle: WatermarkCounter(Self.idleLimitPerAddress)
        )
        var addresses: [UInt: (all: WatermarkCounter, idle: WatermarkCounter)] = [:]
        for connection in connections {
            all.add(connection.bytes)
            guard let address = connection.address else { continue }
            addresses[address, default: unused].all.add(connection.bytes)
            if connection.isIdle(at: now) { addresses[address]?.idle.add(connection.bytes) }
        }
        var excess: [Int] = []
        for index in dropOrder(of: connections, at: now) {
            let (connection, isIdle) = (connections[index], connections[index].isIdle(at: now))
            let own = connection.address.flatMap { addresses[$0] }
            let isTooMuch =
                all.isOver || own?.all.isOver == true
                || isIdle && own?.idle.isOver == true
            guard isTooMuch else { continue }
            excess.append(index)
            all.remove(connection.bytes)
            guard let address = connection.address else { continue }
            addresses[address]?.all.remove(connection.bytes)
            if isIdle { addresses[address]?.idle.remove(connection.bytes) }
        }
        return excess
    }

    /// Returns the indices of the connections that hold bytes: idle connections first, and larger
    /// ones before smaller ones.
    private func dropOrder(of connections: [BufferedConnection], at now: Instant) -> [Int] {
        let indices = connections.indices.filter { connections[$0].bytes > 0 }
        return indices.sorted { left, right in
            let (first, second) = (connections[left], connections[right])
            let (isFirst, isSecond) = (first.isIdle(at: now), second.isIdle(at: now))
            guard isFirst == isSecond else { return isFirst }
            return (first.bytes, right) > (second.bytes, left)
        }
    }
}

extension MemoryBudget.BufferedConnection {
    package func isIdle(at now: Instant) -> Bool {
        bytesRead < MemoryBudget.provingByteCount || now - lastReadAt >= MemoryBudget.idleTimeout
    }
}

extension MemoryBudget {
    /// A number of bytes with two watermarks. Once the number has exceeded the limit, it counts as
    /// over until an eighth of the limit is free.
    private struct WatermarkCounter {
        private let limit: Int
        private var held = 0
        private var goal: Int { limit - limit / 8 }
        private var wasOver = false

        init(_ limit: Int) {
            self.limit = limit
        }

        var isOver: Bool { wasOver && held > goal }

        mutating func add(_ bytes: Int) {
            held += bytes
            if held > limit { wasOver = true }
        }

        mutating func remove(_ bytes: Int) {
            held -= bytes
        }
    }
}
