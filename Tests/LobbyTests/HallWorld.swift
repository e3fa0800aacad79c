import Game
import Lobby
import SimperiumClock
import Simulation

/// A server with halls, and players who arrive, wait, play, move, lose their connections and leave.
///
/// The pairing within a hall has tests of its own. Here the first two waiting players are seated a
/// moment later.
struct HallWorld {
    enum Event {
        case arrive(Int)
        case pair(HallNumber)
        case tick
        /// A message of a player's program reaches the server.
        case reach(Int, HallPerson.MoveStep, life: Int)
        case offer(Int, HallOffer, life: Int)
        case acknowledge(Int, life: Int)
        case matchEnds(Int, Int)
        case whim(Int)
        case comeBack(Int, life: Int)
    }

    let plan: HallPlan
    var random: SeededRandom
    private var net: SimulatedNet<Int, Event>
    var now: Instant { net.now }
    var people: [HallPerson]
    var table: HallOccupancy<Int>
    var lone = CrossHallMatchmaker()
    /// The waiting players of each hall as the server sees them, in the order of their arrival.
    var waiting: [HallNumber: [Int]] = [:]
    var moves = 0
    /// The longest wait of a player who was seated.
    var longestWait = Duration.zero
    var faults: [String] = []
    var mostOpen = 1
    var closed = 0

    init(_ plan: HallPlan, seed: UInt64) {
        self.plan = plan
        random = SeededRandom(seed: seed)
        net = SimulatedNet(latency: 0...0)
        table = HallOccupancy(plan.limits)
        people = (0..<plan.people).map { HallPerson(number: $0) }
        for number in people.indices {
            people[number].isUnaware = random.chance(plan.unaware, in: 100)
            people[number].isDeaf = random.chance(plan.deaf, in: 100)
            let at = now + .milliseconds(random.numberBelow(plan.arrival))
            net.enter(.arrive(number), at: at)
            if plan.hasWhims { net.enter(.whim(number), at: at + pause(5_000)) }
        }
        net.enter(.tick, at: now + CrossHallMatchmaker.offerInterval)
    }

    mutating func run(until end: Instant) {
        while case .world(let event) = net.next(until: end) { handle(event) }
    }

    private mutating func handle(_ event: Event) {
        switch event {
        case .arrive(let number): arrive(number)
        case .pair(let hall): pair(in: hall)
        case .tick: tick()
        case .reach(let number, let step, let life): reach(number, step, life)
        case .offer(let number, let offer, let life): receive(number, offer, life)
        case .acknowledge(let number, let life): acknowledge(number, life)
        case .matchEnds(let one, let other): endMatch(one, other)
        case .whim(let number): follow(whimOf: number)
        case .comeBack(let number, let life): comeBack(number, life)
        }
    }

    mutating func pause(_ most: Int) -> Duration { .milliseconds(random.numberBelow(most) + 1) }

    /// Half the way there and back.
    mutating func trip() -> Duration { pause(plan.latency) }
}

/// The events of one player.
extension HallWorld {
    mutating func arrive(_ number: Int) {
        guard people[number].state == .gone else { return }
        let isUnaware = people[number].isUnaware
        let wish = lone.redirectToUnpairedPlayer(isUnaware ? .unaware : people[number].wish) {
            table.canFulfill(.offered($0))
        }
        people[number].wish = .any
        guard let hall = table.admit(number, wishing: wish, at: now).here else {
            people[number].isTurnedAway = true
            return
        }
        mostOpen = max(mostOpen, table.open.count)
        people[number].life += 1
        people[number].hall = hall
        people[number].waitsSince = people[number].waitsSince ?? now
        wait(number, in: hall)
    }

    mutating func wait(_ number: Int, in hall: HallNumber) {
        people[number].state = .waiting
        people[number].inHallSince = now
        waiting[hall, default: []].append(number)
        net.enter(.pair(hall), at: now + pause(150))
    }

    mutating func pair(in hall: HallNumber) {
        var rest = waiting[hall] ?? []
        var left: [Int] = []
        while let one = rest.first {
            rest.removeFirst()
            guard let index = rest.firstIndex(where: { plan.mayPair(one, $0) }) else {
                left.append(one)
                continue
            }
            seat(one, rest.remove(at: index))
        }
        waiting[hall] = left.isEmpty ? nil : left
    }

    private mutating func seat(_ one: Int, _ other: Int) {
        for number in [one, other] {
            if people[number].state != .waiting { faults.append("\(number) seated twice") }
            people[number].state = .playing
            if let since = people[number].waitsSince { longestWait = max(longestWait, now - since) }
            people[number].waitsSince = nil
            lone.withdrawPromiseToMover(people[number].id)
            people[number].cancelMoveBeforeLeaving()
        }
        guard plan.hasWhims else { return }
        net.enter(.matchEnds(one, other), at: now + pause(plan.match))
    }

    private mutating func endMatch(_ one: Int, _ other: Int) {
        for number in [one, other] where people[number].state == .playing {
            guard let hall = people[number].hall, !isOver else { continue }
            guard random.chance(3, in: 4) else {
                people[number].state = .watching
                continue
            }
            people[number].waitsSince = now
            wait(number, in: hall)
        }
    }

    private var isOver: Bool { now >= .start + plan.time }

    /// Removes a player from their hall.
    mutating func vanish(_ number: Int) {
        if let hall = people[number].hall { waiting[hall]?.removeAll { $0 == number } }
        table.releasePlace(number, at: now)
        lone.withdrawPromiseToMover(people[number].id)
        people[number].state = .gone
        people[number].waitsSince = nil
        people[number].life += 1
    }

    /// Lets a player do something random, or breaks their connection.
    private mutating func follow(whimOf number: Int) {
        guard !isOver else { return }
        net.enter(.whim(number), at: now + pause(plan.whims))
        guard people[number].state != .gone, let hall = people[number].hall else { return }
        switch random.numberBelow(8) {
        case 0, 1:
            vanish(number)
            people[number].move = nil
            if random.chance(1, in: 2) { people[number].wish = wishForSomeHall() }
            net.enter(.arrive(number), at: now + pause(plan.whims))
        case 2, 3:
            vanish(number)
            people[number].cancelMoveBeforeLeaving()
            net.enter(.comeBack(number, life: people[number].life), at: now + pause(3_000))
        case 4 where people[number].state == .watching:
            people[number].waitsSince = now
            wait(number, in: hall)
        default: break
        }
    }

    private mutating func wishForSomeHall() -> RequestedHallWithReason {
        guard let hall = HallNumber(rawValue: 1 + random.numberBelow(40)) else { return .any }
        return random.pick([.back(hall), .named(hall), .toWatch(hall)]) ?? .any
    }

    private mutating func comeBack(_ number: Int, _ life: Int) {
        guard people[number].life == life, let hall = people[number].hall else { return }
        let wish: RequestedHallWithReason =
            people[number].move.map { .offered($0.to) } ?? .back(hall)
        people[number].move = nil
        people[number].wish = wish
        arrive(number)
    }
}

/// The moves between halls.
extension HallWorld {
    private mutating func tick() {
        net.enter(.tick, at: now + CrossHallMatchmaker.offerInterval)
        closed += table.closeAndForgetIdleHalls(at: now).count
        let (plan, table) = (plan, table)
        let offers = lone.makeOffers(
            to: hallWaiters, at: now, hasRoom: { table.canFulfill(.offered($0)) },
            mayPair: { plan.mayPair(Self.number(of: $0), Self.number(of: $1)) })
        for offer in offers {
            let number = Self.number(of: offer.player)
            net.enter(.offer(number, offer, life: people[number].life), at: now + trip())
        }
        check()
    }

    private var hallWaiters: [HallWaiter] {
        guard table.open.count > 1 else { return [] }
        return waiting.sorted { $0.key < $1.key }.flatMap { hall, numbers in
            numbers.map { number in
                HallWaiter(
                    id: people[number].id, hall: hall, clock: nil, knowsWishes: true,
                    since: people[number].inHallSince, isAlone: numbers.count == 1,
                    canMove: !people[number].isUnaware)
            }
        }
    }

    private static func number(of player: PlayerID) -> Int { Int(player.rawValue) ?? 0 }

    private mutating func receive(_ number: Int, _ offer: HallOffer, _ life: Int) {
        guard people[number].life == life, people[number].state == .waiting,
            people[number].move == nil, !people[number].isDeaf
        else { return }
        people[number].move = HallPerson.Move(to: offer.to)
        net.enter(.reach(number, .steppingAside, life: life), at: now + trip())
    }

    private mutating func reach(_ number: Int, _ step: HallPerson.MoveStep, _ life: Int) {
        guard people[number].life == life, let move = people[number].move,
            let hall = people[number].hall
        else { return }
        switch step {
        case .steppingAside:
            guard people[number].state == .waiting else { return }
            waiting[hall]?.removeAll { $0 == number }
            people[number].state = .moving
            net.enter(.acknowledge(number, life: life), at: now + trip())
        case .leaving: net.enter(.acknowledge(number, life: life), at: now + trip())
        case .entering:
            table.releasePlace(number, at: now)
            people[number].state = .gone
            people[number].wish = .offered(move.to)
            people[number].move = nil
            moves += 1
            arrive(number)
        }
    }

    private mutating func acknowledge(_ number: Int, _ life: Int) {
        guard people[number].life == life, let move = people[number].move else { return }
        let next: HallPerson.MoveStep = move.step == .steppingAside ? .leaving : .entering
        people[number].move?.step = next
        net.enter(.reach(number, next, life: life), at: now + trip())
    }
}

/// The invariants.
extension HallWorld {
    private mutating func check() {
        // Two players who may be paired never both wait for longer than this.
        let limit = now - .start - plan.longestWait
        let patient = people.indices.filter { number in
            guard let since = people[number].waitsSince, !people[number].isDeaf else {
                return false
            }
            return since - .start < limit
        }
        for (index, one) in patient.enumerated() {
            let others = patient[(index + 1)...]
            guard let other = others.first(where: { plan.mayPair(one, $0) }) else { continue }
            faults.append("\(now): \(people[one]) and \(people[other]) wait for nothing")
        }
        for hall in table.open where table.peopleCount(in: hall) > plan.mostPeople {
            faults.append("\(now): \(table.peopleCount(in: hall)) people in hall \(hall)")
        }
    }

    /// The players who are still waiting at the end.
    var leftOver: [HallPerson] { people.filter { $0.state == .waiting || $0.state == .moving } }

    /// Removes all players.
    mutating func empty() {
        for number in people.indices where people[number].state != .gone { vanish(number) }
    }
}

/// A player with the state that the world and the server have of them.
struct HallPerson: Equatable {
    enum State {
        case gone
        case waiting
        case moving
        case playing
        case watching
    }

    /// A step of a move to another hall, as a client takes them.
    enum MoveStep {
        case steppingAside
        case leaving
        case entering
    }

    struct Move: Equatable {
        let to: HallNumber
        var step = MoveStep.steppingAside
    }

    let number: Int
    /// True if the program does not know halls, or if it never accepts an offer.
    var isUnaware = false
    var isDeaf = false
    var isTurnedAway = false
    var state = State.gone
    var wish = RequestedHallWithReason.any
    var hall: HallNumber?
    var move: Move?
    /// The times since the player wants an opponent, in any hall and in this one.
    var waitsSince: Instant?
    var inHallSince = Instant.start
    /// The number of connections. Messages on earlier ones are lost.
    var life = 0

    var id: PlayerID { PlayerID(rawValue: "\(number)") }

    mutating func cancelMoveBeforeLeaving() {
        if move?.step == .steppingAside { move = nil }
    }
}

/// The parameters of a world.
struct HallPlan {
    var people: Int
    var limits: HallLimits
    /// The time until all players have arrived, and the longest time of a message, in milliseconds.
    var arrival = 10_000
    var latency = 60
    /// The duration of the players' random actions.
    var time = Duration.seconds(0)
    var match = 8_000
    var whims = 10_000
    /// The percentage of programs that do not know halls, and of those that accept no offer.
    var unaware: UInt64 = 0
    var deaf: UInt64 = 0
    /// One in this many pairs must not be paired; zero for none.
    var rarePairs = 0
    var longestWait = Duration.seconds(3)

    var hasWhims: Bool { time > .zero }

    func mayPair(_ one: Int, _ other: Int) -> Bool {
        guard rarePairs > 0 else { return true }
        return (one &* other &+ one &+ other) % rarePairs != 0
    }

    /// Returning players and spectators may exceed the size.
    var mostPeople: Int { hasWhims ? limits.spectators : limits.size + max(limits.size / 5, 1) }
}

extension HallPlacement {
    var here: HallNumber? { if case .here(let hall) = self { hall } else { nil } }
}
