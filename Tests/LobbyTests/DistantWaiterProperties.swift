import Game
import Lobby
import SimperiumClock
import SimperiumWire
import Simulation
import TestSupport
import Testing

/// Players who wait in halls of several servers, which know of each other by late reports.
@Suite("Distant waiter properties")
struct DistantWaiterProperties {
    @Test("All players are paired in the end, and none moves more than a few times")
    func paired() {
        for seed in Seeds.first(100, share: 2) {
            var world = DistantWaiters(seed: seed)
            world.run(until: .start + .seconds(60))
            let left = world.waiting.filter { !$0.isDeaf }
            #expect(left.count <= 1, "seed \(seed): \(left)")
            let most = world.people.map(\.moves).max() ?? 0
            #expect(most <= 4, "seed \(seed): \(most) moves")
            let moves = world.people.map(\.moves).reduce(0, +)
            #expect(moves <= world.people.count, "seed \(seed): \(moves) moves")
        }
    }

    @Test("Two players at different servers meet within a few seconds")
    func two() {
        for seed in Seeds.first(100) {
            var world = DistantWaiters(seed: seed, people: 2)
            world.run(until: .start + .seconds(60))
            let left = world.waiting.filter { !$0.isDeaf }
            #expect(left.isEmpty || world.waiting.count > left.count, "seed \(seed): \(left)")
            #expect(world.people.map(\.moves).reduce(0, +) <= 2, "seed \(seed)")
            let slow = world.people.filter { $0.pairedAt.map { $0 > .start + .seconds(9) } == true }
            #expect(slow.isEmpty, "seed \(seed): \(slow)")
        }
    }
}

private struct DistantPlayer {
    let number: Int
    /// True if the program accepts no offer.
    let isDeaf: Bool
    let redials: Bool
    var hall: HallNumber
    var isWaiting = false
    var since = Instant.start
    var isMoving = false
    var moves = 0
    var pairedAt: Instant?

    var id: PlayerID { PlayerID(rawValue: "\(number)") }
}

private struct DistantWaiters {
    private enum Event {
        case arrive(Int)
        case pair(HallNumber)
        case look(Int)
        case report(Int)
        case hear([HallWaiter], [HallNumber], shard: Int)
        case offer(Int, HallOffer)
        case leave(Int, HallNumber)
    }

    private let shards: Int
    private var net: SimulatedNet<Int, Event>
    private var random: SeededRandom
    private(set) var people: [DistantPlayer] = []
    private var lone: [CrossHallMatchmaker]
    private var reports: [[HallNumber: [HallWaiter]]]

    private var now: Instant { net.now }
    var waiting: [DistantPlayer] { people.filter { $0.pairedAt == nil } }

    init(seed: UInt64, people count: Int = 24) {
        let shards = 2 + Int(seed % 2)
        self.shards = shards
        net = SimulatedNet(latency: 0...0)
        random = SeededRandom(seed: seed)
        lone = (0..<shards).map { CrossHallMatchmaker(HallSharding(count: shards, own: $0)) }
        reports = lone.map { _ in [:] }
        for number in 0..<count {
            let hall = HallNumber(rawValue: 1 + random.numberBelow(4 * shards)) ?? .first
            let isAtHome = (hall.rawValue - 1) % shards == 0
            people.append(
                DistantPlayer(
                    number: number, isDeaf: seed % 4 == 0 && random.chance(1, in: 10),
                    redials: seed % 3 > 0 || !isAtHome || random.chance(4, in: 5), hall: hall))
            net.enter(.arrive(number), at: now + pause(3_000))
        }
        for shard in 0..<shards {
            net.enter(.look(shard), at: now + pause(250))
            net.enter(.report(shard), at: now + pause(1_000))
        }
    }

    private mutating func pause(_ most: Int) -> Duration {
        .milliseconds(1 + random.numberBelow(most))
    }

    mutating func run(until end: Instant) {
        while case .world(let event) = net.next(until: end) { handle(event) }
    }

    private func shard(of hall: HallNumber) -> Int { (hall.rawValue - 1) % shards }

    private mutating func handle(_ event: Event) {
        switch event {
        case .arrive(let number):
            people[number].isMoving = false
            people[number].isWaiting = true
            people[number].since = now
            net.enter(.pair(people[number].hall), at: now + pause(400))
        case .pair(let hall): pair(in: hall)
        case .look(let shard): look(shard)
        case .report(let shard): report(shard)
        case .hear(let waiters, let halls, let shard):
            for hall in halls { reports[shard][hall] = waiters.filter { $0.hall == hall } }
        case .offer(let number, let offer):
            let person = people[number]
            guard person.isWaiting, person.hall == offer.from, !person.isDeaf else { return }
            people[number].isWaiting = false
            people[number].isMoving = true
            net.enter(.leave(number, offer.to), at: now + pause(120))
        case .leave(let number, let hall):
            let (from, to) = (shard(of: people[number].hall), shard(of: hall))
            if from == to { lone[from].withdrawPromiseToMover(people[number].id) }
            people[number].hall = hall
            people[number].moves += 1
            net.enter(.arrive(number), at: now + (from == to ? pause(60) : pause(900)))
        }
    }

    private mutating func pair(in hall: HallNumber) {
        let here = people.filter { $0.hall == hall && $0.isWaiting }.sorted { $0.since < $1.since }
        for person in here.prefix(here.count / 2 * 2) {
            people[person.number].isWaiting = false
            people[person.number].pairedAt = now
        }
    }

    private func ownWaiters(_ shard: Int) -> [HallWaiter] {
        let own = people.filter { $0.isWaiting && self.shard(of: $0.hall) == shard }
        return own.map { person in
            HallWaiter(
                id: person.id, hall: person.hall, clock: nil, knowsWishes: true,
                since: person.since, isAlone: own.count { $0.hall == person.hall } == 1,
                canMove: true, redials: person.redials)
        }
    }

    private mutating func look(_ shard: Int) {
        net.enter(.look(shard), at: now + CrossHallMatchmaker.offerInterval)
        let connected = people.filter { self.shard(of: $0.hall) == shard && !$0.isMoving }.map(\.id)
        let distant = reports[shard].values.joined().filter { !connected.contains($0.id) }
            .sorted { ($0.hall, $0.id.rawValue) < ($1.hall, $1.id.rawValue) }
        let offers = lone[shard].makeOffers(
            to: ownWaiters(shard) + distant, at: now, hasRoom: { _ in true },
            mayPair: { _, _ in true })
        for offer in offers where self.shard(of: offer.from) == shard {
            guard let number = Int(offer.player.rawValue) else { continue }
            net.enter(.offer(number, offer), at: now + pause(60))
        }
    }

    private mutating func report(_ shard: Int) {
        net.enter(.report(shard), at: now + .seconds(1))
        var waiters = ownWaiters(shard).filter { !lone[shard].hasPromiseByThisServer($0.id) }
        for index in waiters.indices {
            waiters[index].canMove = lone[shard].mayGetOffer(waiters[index])
        }
        let halls = (0..<4).compactMap { HallNumber(rawValue: 1 + shard + $0 * shards) }
        for other in 0..<shards where other != shard {
            net.enter(.hear(waiters, halls, shard: other), at: now + pause(500))
        }
    }
}
