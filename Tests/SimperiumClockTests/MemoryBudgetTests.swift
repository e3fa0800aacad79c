import SimperiumClock
import TestSupport
import Testing

@Suite("Memory budget")
struct MemoryBudgetTests {
    private static let megabyte = 1 << 20
    private static let now = Instant.start + .seconds(100)

    /// A connection that holds this many megabytes.
    private static func connection(
        _ megabytes: Int, at address: UInt? = nil, isReading: Bool = false
    ) -> MemoryBudget.BufferedConnection {
        MemoryBudget.BufferedConnection(
            bytes: megabytes * megabyte, address: address, bytesRead: isReading ? 2 * megabyte : 0,
            lastReadAt: isReading ? now : .start)
    }

    @Test("Connections that do not read are dropped first, the largest of them before others")
    func excess() {
        let idle = (0..<20).map { _ in Self.connection(1, at: 7) }
        let rows: [(String, Int, [MemoryBudget.BufferedConnection], [Int])] = [
            ("room for all", 64, (0..<4).map { Self.connection(4, at: $0) }, []),
            (
                "the largest that does not read", 64,
                [
                    Self.connection(40, isReading: true), Self.connection(4), Self.connection(20),
                    Self.connection(3),
                ], [2]
            ),
            (
                "those of one address that do not read share little, without their neighbours",
                1_024,
                idle + [Self.connection(30, at: 7, isReading: true), Self.connection(16, at: 8)],
                Array(0..<6)
            ),
        ]
        for (name, megabytes, connections, excess) in rows {
            let budget = MemoryBudget(megabytes * Self.megabyte)
            #expect(budget.connectionsToDrop(of: connections, at: Self.now) == excess, "\(name)")
        }
    }

    @Test("A connection that stops reading is idle, and a machine's share has a minimum")
    func stopped() {
        let connection = MemoryBudget.BufferedConnection(
            bytes: 1, address: nil, bytesRead: 9 * Self.megabyte, lastReadAt: Self.now)
        #expect(!connection.isIdle(at: Self.now))
        #expect(connection.isIdle(at: Self.now + MemoryBudget.idleTimeout))

        #expect(MemoryBudget(ofMachineWith: 100).limit == MemoryBudget.leastMachineLimit)
        #expect(MemoryBudget(ofMachineWith: 8 << 30).limit == 1 << 30)
    }

    @Test(
        "After random connections are dropped, the rest is within limits; none is dropped in vain",
        arguments: Seeds.batches(300))
    func shares(seeds: [UInt64]) throws {
        for seed in seeds {
            var random = SeededRandom(seed: seed)
            let budget = MemoryBudget((16 + random.numberBelow(100)) * Self.megabyte)
            let connections = (0..<random.numberBelow(60)).map { _ in
                Self.connection(
                    random.numberBelow(8),
                    at: random.numberBelow(4) == 0 ? nil : UInt(random.numberBelow(4)),
                    isReading: random.numberBelow(2) == 0)
            }
            let excess = budget.connectionsToDrop(of: connections, at: Self.now)
            let rest = connections.indices.filter { !excess.contains($0) }.map { connections[$0] }
            try #require(Self.fits(rest, in: budget), "seed \(seed)")
            try #require(excess.isEmpty == Self.fits(connections, in: budget), "seed \(seed)")
            try #require(Set(excess).count == excess.count, "seed \(seed)")
            let idle = excess.map { connections[$0].isIdle(at: Self.now) }
            try #require(idle == idle.sorted { $0 && !$1 }, "seed \(seed)")
        }
    }

    private static func fits(
        _ connections: [MemoryBudget.BufferedConnection], in budget: MemoryBudget
    ) -> Bool {
        let addresses = Set(connections.compactMap(\.address))
        let all = connections.reduce(0) { $0 + $1.bytes }
        return all <= budget.limit
            && addresses.allSatisfy { address in
                let own = connections.filter { $0.address == address }
                let idle = own.filter { $0.isIdle(at: now) }
                return own.reduce(0) { $0 + $1.bytes } <= budget.limitPerAddress
                    && idle.reduce(0) { $0 + $1.bytes } <= MemoryBudget.idleLimitPerAddress
            }
    }
}
