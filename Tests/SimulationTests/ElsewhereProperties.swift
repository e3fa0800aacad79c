import Game
import Lobby
import SimperiumClock
import SimperiumSync
import Simulation
import TestSupport
import Testing
import Visit

/// Two users. One of them continues a match on one device after the other.
@Suite("Properties of continuing on another device")
struct ElsewhereProperties {
    @Test("C49: After broken connections one device has the session, and the match continues")
    func oneHolder() {
        for seed in Seeds.first(40, share: 5) {
            var random = SeededRandom(seed: seed)
            var world = LobbyWorld(seed: random.next(), grace: 60)
            world.add()
            world.signIn(0, as: "lin")
            world.run(for: .milliseconds(500))
            world.add()
            world.run(for: .seconds(1))
            guard let key = world.visitors[1].visit?.match?.key else {
                Issue.record("seed \(seed): nobody plays")
                continue
            }
            for _ in 0..<(2 + random.numberBelow(3)) {
                world.signIn(world.add(.open), as: "lin")
            }
            world.run(for: .seconds(1))
            for _ in 0..<(3 + random.numberBelow(8)) { act(&world, &random) }
            for _ in 0..<3 {
                world.endTakenOver()
                world.run(for: .seconds(15))
            }
            world.endTakenOver()
            let holders = world.visitors.filter { $0.visit?.me.rawValue == "p0" }
            #expect(holders.count == 1, "seed \(seed): \(holders.map(\.number))")
            #expect(
                world.visitors.filter { $0.visit?.match?.key == key }.count == 2,
                "seed \(seed): the match is over")
            #expect(world.faults == [], "seed \(seed)")
        }
    }

    private func act(_ world: inout LobbyWorld, _ random: inout SeededRandom) {
        let running = world.visitors.indices.filter { world.visitors[$0].visit != nil }
        guard let visitor = random.pick(running) else { return }
        switch random.numberBelow(4) {
        case 0, 1: world.continueMatchHere(visitor)
        case 2: world.cutLine(of: visitor)
        default: break
        }
        world.run(for: .microseconds(Int64(random.numberBelow(6_000))))
        if random.chance(1, in: 2) {
            world.run(for: .seconds(Int64(random.numberBelow(3))))
            world.endTakenOver()
        }
    }
}
