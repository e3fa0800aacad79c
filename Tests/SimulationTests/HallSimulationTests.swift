import Game
import GameHost
import Host
import Lobby
import SimperiumClock
import Simulation
import TestKit
import TestSupport
import Testing
import Visit

@Suite("Simulation: a lobby of many halls on a bad network")
struct HallSimulationTests {
    @Test(
        """
        Despite all faults in halls of six, at up to three servers, in the end all players of a \
        hall see the same boards, no player is in two halls, and at most one player of all halls \
        waits for an opponent
        """, arguments: Seeds.batches(6, share: 50))
    func recovers(seeds: [UInt64]) {
        for seed in seeds {
            let faults = Self.live(seed)
            #expect(faults == [], "seed \(seed)")
        }
    }

    @Test(
        "Halls are opened, filled, closed and opened again, and players move between them",
        .tier(.soak))
    func triesAll() {
        var (most, moved, closed) = (0, 0, 0)
        for seed in 0..<UInt64(6) {
            var party = LobbyParty(seed: seed, people: 30, halls: Self.limits)
            party.actAtRandom(for: .seconds(20))
            most = max(most, party.world.server.halls.open.count)
            moved += party.world.moves
            for visitor in party.world.visitors.indices.dropFirst(8) { party.world.kill(visitor) }
            let before = party.world.server.halls.open.count
            party.world.run(for: .seconds(240))
            closed += before - party.world.server.halls.open.count
            for visitor in party.world.visitors.indices { party.world.start(visitor, .auto) }
            party.world.run(for: .seconds(30))
            #expect(party.world.hallFaults == [], "seed \(seed)")
        }
        #expect(most > 5 && moved > 5 && closed > 5, "\(most) \(moved) \(closed)")
    }

    @Test("All users who come at once are seated within four seconds, except one")
    func seatsACrowd() {
        for seed in Seeds.first(4, share: 50) {
            var world = LobbyWorld(seed: seed, halls: Self.limits)
            world.latency = 500...20_000
            for arrival in 0..<61 {
                world.add()
                world.run(until: .start + .milliseconds(arrival * 10))
            }
            world.run(until: .start + .seconds(5))
            let seated = world.visitors.count { $0.visit?.match != nil }
            #expect(seated == 60, "seed \(seed)")
            #expect(world.hallFaults == [], "seed \(seed)")
        }
    }

    @Test(
        "Players who wait in vain in two halls want the same clock, or meet later",
        arguments: [nil, 30], [nil, 60, 30])
    func tellsClocksApart(one: Int?, other: Int?) throws {
        var world = LobbyWorld(seed: 1, halls: Self.limits)
        for limit in [one, nil, nil, other] {
            let visitor = world.add(.open)
            world.run(for: .milliseconds(100))
            guard visitor % 3 == 0 else { continue }
            let clock = try limit.map { try #require(MoveTimeLimit(rawValue: $0)) }
            world.ask(.limit(clock), by: visitor)
            world.ask(.look(.auto), by: visitor)
            world.run(for: .milliseconds(100))
        }
        // The first hall accepts half as many of the players whose programs know halls.
        try #require(world.server.halls.open.count == 2)
        #expect(world.waitingInHalls.count == (one == other ? 2 : 1))
        world.run(for: .seconds(5))
        #expect(world.waitingInHalls.count == (one == other ? 0 : 1))
        // One goes to the other's hall, and both wait there for five seconds.
        world.run(for: .seconds(11))
        #expect(world.waitingInHalls.isEmpty)
    }

    private static let limits = HallLimits(size: 6)

    /// Returns the faults in the end.
    private static func live(_ seed: UInt64) -> [String] {
        var party = LobbyParty(
            seed: seed, people: 60, halls: limits, shards: 1 + Int(seed % 3))
        party.actAtRandom(for: .seconds(15))
        party.finish()
        let faults = lasting(in: &party)
        party.leaveManyMatches()
        // A player in a hall without an opponent stays there for ten seconds.
        party.world.run(for: .seconds(15))
        var waiting = party.world.waitingInHalls
        if waiting.count > 1 {
            // Two who passed each other over, until no other opponent has come for a while.
            party.world.run(for: .seconds(40))
            waiting = party.world.waitingInHalls
        }
        let idle = waiting.count > 1 ? ["\(waiting) wait"] : []
        return faults + idle + lasting(in: &party)
    }

    /// Returns the faults that stay the same for a moment: a change may be on the way, such as that
    /// of a player who is idle for another two minutes, and then that of another one.
    private static func lasting(in party: inout LobbyParty) -> [String] {
        var faults = party.world.hallFaults
        for _ in 0..<3 where !faults.isEmpty {
            party.world.run(for: .milliseconds(100))
            let later = Set(party.world.hallFaults)
            faults.removeAll { !later.contains($0) }
        }
        return faults
    }
}
