import Lobby
import SimperiumClock
import SimperiumWire
import Simulation
import TestSupport
import Testing

/// Several servers with a part of the halls each, and people who come, are sent on and leave.
@Suite("Hall shard properties")
struct HallShardProperties {
    @Test("Each client gets one place after a few dials, and no hall is too full")
    func places() {
        for seed in Seeds.first(40, share: 3) {
            var world = ShardedHalls(seed: seed, hasWishes: seed % 2 == 0)
            world.run(until: .start + .seconds(40))
            #expect(world.faults.isEmpty, "seed \(seed): \(world.faults.prefix(3))")
            #expect(world.seated > 100, "seed \(seed)")
        }
    }

    @Test("A newcomer joins the fullest hall with room, wherever it is")
    func together() {
        for seed in Seeds.first(20, share: 3) {
            var world = ShardedHalls(seed: seed, hasWishes: false)
            world.run(until: .start + .seconds(45))
            for number in 0..<10 {
                let expected = world.fullestWithRoom
                world.arrive(10_000 + number)
                world.run(until: world.now + .seconds(5))
                let hall = world.hall(of: 10_000 + number)
                #expect(expected == nil || hall == expected, "seed \(seed): \(number)")
            }
            #expect(world.faults.isEmpty, "seed \(seed): \(world.faults.prefix(3))")
        }
    }

    @Test("At the end all halls are closed and forgotten")
    func closing() {
        for seed in Seeds.first(10, share: 3) {
            var world = ShardedHalls(seed: seed, hasWishes: true)
            world.run(until: .start + .seconds(30))
            world.empty()
            world.run(until: .start + .seconds(60))
            #expect(world.open == [.first], "seed \(seed)")
            let isForgotten = (2...99).compactMap(HallNumber.init).allSatisfy { hall in
                world.tables.allSatisfy { $0.peopleCount(in: hall) == 0 }
            }
            #expect(isForgotten, "seed \(seed)")
        }
    }
}

private struct ShardedHalls {
    private enum Event {
        case arrive(Int, RequestedHallWithReason, shard: Int, dials: Int)
        case leave(Int)
        case report
        case hear([(HallNumber, Int?)], shard: Int)
    }

    private static let shards = 4
    private static let limits = HallLimits(
        size: 6, strangers: 1, spectators: 12, closing: .seconds(3), spread: 30)

    private var net: SimulatedNet<Int, Event>
    private var random: SeededRandom
    private let hasWishes: Bool
    private(set) var tables: [HallOccupancy<Int>]
    private var reported: [Set<HallNumber>]
    private var homes: [Int: Int] = [:]
    private(set) var faults: [String] = []
    private(set) var seated = 0

    var now: Instant { net.now }

    init(seed: UInt64, hasWishes: Bool) {
        net = SimulatedNet(latency: 0...0)
        random = SeededRandom(seed: seed)
        self.hasWishes = hasWishes
        tables = (0..<Self.shards).map {
            HallOccupancy(Self.limits, HallSharding(count: Self.shards, own: $0))
        }
        reported = tables.map { _ in [] }
        for person in 0..<200 {
            let at = now + .milliseconds(random.numberBelow(20_000))
            net.enter(.arrive(person, wish(), shard: 0, dials: 1), at: at)
            if random.chance(1, in: 3) {
                net.enter(.leave(person), at: at + .milliseconds(random.numberBelow(15_000)))
            }
        }
        net.enter(.report, at: now)
    }

    private mutating func wish() -> RequestedHallWithReason {
        guard hasWishes, random.chance(1, in: 3),
            let hall = HallNumber(rawValue: 1 + random.numberBelow(30))
        else { return .any }
        return random.pick([.back(hall), .named(hall), .toWatch(hall), .offered(hall)]) ?? .any
    }

    mutating func arrive(_ person: Int) {
        net.enter(.arrive(person, .any, shard: 0, dials: 1), at: now)
    }

    mutating func run(until end: Instant) {
        while case .world(let event) = net.next(until: end) { handle(event) }
    }

    private mutating func handle(_ event: Event) {
        switch event {
        case .arrive(let person, let wish, let shard, let dials):
            arrive(person, wish, at: shard, dials)
        case .leave(let person): leave(person)
        case .report: report()
        case .hear(let news, let shard):
            for (hall, people) in news {
                tables[shard].recordReport(people, in: hall, at: now)
            }
        }
    }

    private mutating func arrive(
        _ person: Int, _ wish: RequestedHallWithReason, at shard: Int, _ dials: Int
    ) {
        if dials > 5 { faults.append("\(person) dials \(dials) times") }
        switch tables[shard].admit(person, wishing: wish, redials: true, at: now) {
        case .here(let hall):
            if (hall.rawValue - 1) % Self.shards != shard { faults.append("\(hall) at \(shard)") }
            homes[person] = shard
            seated += 1
        case .elsewhere(let hall):
            let at = now + .milliseconds(50 + random.numberBelow(700))
            let next: RequestedHallWithReason =
                switch (hall, wish) {
                case (let hall?, .toWatch): .toWatch(hall)
                case (let hall?, .back(let own)) where own == hall: .back(hall)
                case (let hall?, _): .named(hall)
                case (nil, _): .any
                }
            let shard = hall.map { ($0.rawValue - 1) % Self.shards } ?? 0
            net.enter(.arrive(person, next, shard: shard, dials: dials + 1), at: at)
        case .full: faults.append("\(person) is turned away")
        }
        check()
    }

    private mutating func leave(_ person: Int) {
        guard let shard = homes.removeValue(forKey: person) else { return }
        tables[shard].releasePlace(person, at: now)
    }

    mutating func empty() {
        for person in homes.keys { leave(person) }
    }

    private mutating func report() {
        net.enter(.report, at: now + .seconds(1))
        for shard in tables.indices {
            tables[shard].closeAndForgetIdleHalls(at: now)
            let open = tables[shard].open
            let closed = reported[shard].subtracting(open)
            reported[shard] = Set(open)
            let news: [(HallNumber, Int?)] =
                open.map { ($0, tables[shard].peopleCount(in: $0)) } + closed.map { ($0, nil) }
            let at = now + .milliseconds(random.numberBelow(300))
            for other in tables.indices where other != shard {
                net.enter(.hear(news, shard: other), at: at)
            }
        }
    }

    private mutating func check() {
        let most = hasWishes ? Self.limits.spectators : Self.limits.extended
        var people = 0
        for table in tables {
            for hall in table.open {
                people += table.peopleCount(in: hall)
                guard table.peopleCount(in: hall) > most else { continue }
                faults.append("\(now): \(table.peopleCount(in: hall)) people in hall \(hall)")
            }
        }
        if people != homes.count { faults.append("\(people) places, \(homes.count) people") }
    }

    var open: [HallNumber] { tables.flatMap(\.open).sorted() }

    func hall(of person: Int) -> HallNumber? {
        homes[person].flatMap { tables[$0].hall(of: person) }
    }

    /// The hall for the next client without a wish; nil if all are full.
    var fullestWithRoom: HallNumber? {
        let rooms = tables.flatMap { table in
            table.open.map { ($0, table.peopleCount(in: $0)) }
        }
        let free = rooms.filter { hall, people in
            people < (hall == .first ? Self.limits.ownInFirst : Self.limits.size)
        }
        return free.max { ($0.1, $1.0) < ($1.1, $0.0) }?.0
    }
}
