internal import Game
package import Lobby
internal import SimperiumClock
internal import Visit

/// A lobby with random users and connections, drawn from a seed.
package struct LobbyParty {
    package var world: LobbyWorld
    private var random: SeededRandom
    /// True if connections break, programs end, and servers restart.
    private let hasFaults: Bool
    /// True if players stay at their boards and wait for each other.
    private let isPatient: Bool
    /// The instants when idle users act again.
    private var dozing: [Int: Instant] = [:]
    /// The longest time, in milliseconds, until the next act. It is shorter with many users.
    private let pause: UInt64

    /// Makes a lobby with a few users, unless their number is given.
    package init(
        seed: UInt64, people: Int? = nil, hasFaults: Bool? = nil, isRecorded: Bool = false,
        halls: HallLimits = .unlimited, shards: Int = 1
    ) {
        random = SeededRandom(seed: seed)
        let isCalm = random.chance(2, in: 5)
        isPatient = people == nil && isCalm
        let graces = isPatient ? [10, 60, 60] : [0, 10, 60]
        world = LobbyWorld(
            // Halls need a guard, because only the guard can count the waiting players of a hall.
            seed: random.next(), isGuarded: random.chance(3, in: 4) || halls != .unlimited,
            grace: random.pick(graces) ?? 60, isRecorded: isRecorded, halls: halls,
            shards: shards)
        let quickest = 100 + random.numberBelow(20_000 as UInt64)
        world.latency = quickest...quickest * (random.pick([1, 2, 30]) ?? 1)
        let isUnlucky = random.chance(4, in: 5)
        self.hasFaults = hasFaults ?? isUnlucky
        pause = people.map { $0 < 100 ? 300 : 40 } ?? 300
        world.failedDials = self.hasFaults ? random.pick([0, 0, 30]) ?? 0 : 0
        for _ in 0..<(people ?? 2 + random.numberBelow(isPatient ? 3 : 7)) { arrive() }
        if isPatient { agreeOnTerms() }
    }

    /// Makes all users look for the same clock, or play short series.
    private mutating func agreeOnTerms() {
        let hasClock = random.chance(1, in: 2)
        world.run(for: .milliseconds(50))
        for visitor in world.visitors.indices {
            world.ask(hasClock ? .limit(MoveTimeLimit.offered.first) : .look(.open), by: visitor)
            world.ask(.target(SeriesTarget.offered.first), by: visitor)
        }
    }

    /// Lets users and connections act at random. Patient users are given more time.
    package mutating func actAtRandom(for span: Duration) {
        var end = world.now + span * (isPatient ? 3 : 1)
        while world.now < end {
            if !isPatient, random.chance(1, in: 120) { end = end + nap() }
            act()
            world.run(for: .milliseconds(random.numberBelow(pause)))
        }
    }

    /// Repairs everything and waits until no work is pending. If programs end in this lobby, one
    /// never returns.
    package mutating func finish() {
        if hasFaults { world.kill(Int(random.numberBelow(UInt64(world.visitors.count)))) }
        world.failedDials = 0
        world.latency = 200...2_000
        for visitor in world.visitors.indices where world.visitors[visitor].isSuspended {
            world.resume(visitor)
        }
        // A silent break is noticed within 90 seconds, and the client dials again within a minute.
        world.run(for: .seconds(220))
    }

    /// Makes many leave their matches at once, after these have begun, and adds a user. So the
    /// number of free users is sometimes even and sometimes odd.
    package mutating func leaveManyMatches() {
        world.add()
        for visitor in world.visitors.indices { move(visitor) }
        world.run(for: .seconds(1))
        for visitor in world.visitors.indices where random.chance(1, in: 2) {
            if world.visitors[visitor].visit?.match?.match?.board.pieceCount == 0 { continue }
            world.ask(.leaveMatch(.auto), by: visitor)
        }
    }

    /// Lets no user act until some are idle, and some of them for longer. Returns the time.
    private mutating func nap() -> Duration {
        let span = Duration.seconds(random.pick([65, 130]) ?? 65)
        world.run(for: span)
        for visitor in world.visitors.indices where random.chance(1, in: 2) {
            dozing[visitor] = world.now + .seconds(15)
        }
        return span
    }

    private mutating func act() {
        guard let visitor = random.pick(Array(world.visitors.indices)),
            dozing[visitor].map({ $0 <= world.now }) ?? true
        else { return }
        if world.visitors[visitor].isSuspended { return world.resume(visitor) }
        guard let client = world.visitors[visitor].visit else {
            return world.start(visitor, random.pick([.auto, .auto, .open]))
        }
        if isPatient, client.match != nil || random.chance(2, in: 3) {
            return actPatiently(visitor, client)
        }
        if hasFaults, random.chance(1, in: 15) { return causeFault(at: visitor) }
        if client.match != nil, random.chance(4, in: 5), move(visitor) { return }
        world.ask(client.randomRequest(&random), by: visitor)
    }

    /// A user sometimes does nothing for a while at a board, or is gone for as long; never both
    /// opponents at once.
    private mutating func actPatiently(_ visitor: Int, _ client: LobbyClient) {
        if let own = client.own, own.absence == nil, random.chance(1, in: 25) {
            dozing[visitor] = world.now + .seconds(25)
            if hasFaults, random.chance(2, in: 3) { world.kill(visitor) }
            return
        }
        let isMoved = !client.mayClaim(at: world.now) && random.chance(3, in: 4) && move(visitor)
        if !isMoved { world.ask(client.patientWhim(at: world.now, &random), by: visitor) }
    }

    private mutating func arrive() {
        let mode = random.pick([MatchmakingMode.auto, .auto, .auto, .open, nil]) ?? nil
        world.add(mode, seesKeys: random.chance(1, in: 2))
    }

    private mutating func causeFault(at visitor: Int) {
        switch random.numberBelow(8) {
        case 0: world.kill(visitor)
        case 1: world.suspend(visitor)
        case 2: world.restartServer()
        case 3: world.cutLine(of: visitor, isSilent: true)
        default: world.cutLine(of: visitor)
        }
    }

    /// Makes a move or asks for a rematch, if it is time to. Returns false otherwise.
    @discardableResult
    private mutating func move(_ visitor: Int) -> Bool {
        guard let client = world.visitors[visitor].visit, let match = client.match?.match
        else { return false }
        guard match.outcome == nil else {
            world.ask(.act(.rematch), by: visitor)
            return true
        }
        guard client.isOurTurn, let square = random.pick(Array(match.position.moves)) else {
            return false
        }
        world.ask(.act(.play(square)), by: visitor)
        return true
    }
}
