import Game
import Lobby
import SimperiumClock
import SimperiumJSON
import Simulation
import TestSupport
import Testing
import Visit

/// All programs agree in the end, after random actions and broken connections. The seed also
/// determines the world.
@Suite("Lobby properties")
struct LobbyProperties {
    @Test("After random disturbances all programs agree, and no player waits in vain")
    func recovers() {
        for seed in Seeds.first(40, share: 5) {
            var party = LobbyTestParty(seed: seed)
            party.rage(for: .seconds(60))
            party.finish()
            let faults = party.clock.world.faults + party.clock.world.vainWaiting
            #expect(faults.isEmpty, "seed \(seed): \(faults)")
        }
    }

    @Test("The same seed gives the same history")
    func replays() {
        let stories = (0..<2).map { _ in
            var party = LobbyTestParty(seed: 7)
            party.rage(for: .seconds(60))
            return party.clock.world
        }

        let isSame = stories[0] == stories[1]
        #expect(isSame)
        #expect(stories[0].programs.contains { $0.notices.count > 10 })
    }
}

/// A world with random actions of players, and random breaks of connections.
struct LobbyTestParty {
    var clock: Clock
    private var random: SeededRandom
    private let hasTutorial: Bool
    private let hasOldVersions: Bool

    init(seed: UInt64) {
        random = SeededRandom(seed: seed)
        var world = ModelWorld(seed: random.next(), hasReferee: random.chance(1, in: 2))
        world.hub.hasGrace = random.chance(2, in: 3)
        world.lanes = random.chance(1, in: 2) ? 3 : 1
        hasOldVersions = random.chance(1, in: 3)
        hasTutorial = random.chance(1, in: 3)
        clock = Clock(world)
        for _ in 0...random.numberBelow(5) { arrive() }
    }

    mutating func rage(for span: Duration) {
        let end = clock.world.now + span
        while clock.world.now < end {
            act()
            clock.run(for: .milliseconds(random.numberBelow(400)))
        }
    }

    /// Mends all lines, and lets everything that is under way come to its end.
    mutating func finish() {
        for number in clock.world.programs.indices where !clock.world.programs[number].isGone {
            if !clock.world.programs[number].isConnected { clock.world.connect(number) }
        }
        clock.run(for: .seconds(150))
    }

    private mutating func act() {
        guard let number = random.pick(Array(clock.world.programs.indices)),
            !clock.world.programs[number].isGone
        else { return arrive() }
        let r = random.numberBelow(40)
        switch r {
        case 0: arrive()
        case 1: clock.world.end(number, saysGoodbye: random.chance(1, in: 2))
        case 2, 3: breakOrMend(number)
        // Long enough for a person to be idle, at a board or in the lobby.
        case 4 where random.chance(1, in: 8):
            clock.run(for: .seconds(random.pick([65, 130]) ?? 65))
        default: move(number)
        }
    }

    private mutating func arrive() {
        guard clock.world.programs.count(where: { !$0.isGone }) < 6 else { return }
        let name = "p\(clock.world.programs.count)"
        // Two of them may challenge and delete each other for ever.
        let isFirst = !clock.world.programs.contains { !$0.isGone && $0.tutorial != nil }
        if hasTutorial, isFirst, random.chance(1, in: 3) {
            clock.world.add(.tutorial(name))
        } else {
            let mode = random.pick([MatchmakingMode.auto, .auto, .open, nil])
            var program = LobbyProgram.client(name, seed: random.next(), mode: mode ?? nil)
            program.knowsRules = !hasOldVersions || random.chance(1, in: 2)
            program.seesKeys = random.chance(1, in: 2)
            clock.world.add(program)
        }
    }

    private mutating func breakOrMend(_ number: Int) {
        // The tutorial's program does not come back from a broken line.
        if clock.world.programs[number].tutorial != nil { return }
        if clock.world.programs[number].isConnected {
            clock.world.breakLine(of: number)
        } else {
            clock.world.programs[number].forgets = random.chance(1, in: 3)
            clock.world.connect(number)
        }
    }

    private mutating func move(_ number: Int) {
        if let tutorial = clock.world.programs[number].tutorial {
            guard let square = random.pick(tutorial.moves) else { return }
            return clock.world.play(square, byTutorial: number)
        }
        guard let client = clock.world.programs[number].client else { return }
        let moves = client.match?.match.map { Array($0.position.moves) } ?? []
        let square = random.chance(4, in: 5) ? random.pick(moves) : nil
        clock.world.ask(square.map { .act(.play($0)) } ?? client.randomRequest(&random), by: number)
    }
}
