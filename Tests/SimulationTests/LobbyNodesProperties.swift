import Game
import Lobby
import SimperiumClock
import SimperiumJSON
import Simulation
import TestKit
import TestSupport
import Testing
import Visit

@Suite("Simulation: the lobby on servers that share a Redis")
struct LobbyNodesProperties {
    @Test(
        """
        Despite all faults no acknowledged change is lost and no player is seated twice; in the \
        end all see the same boards, every match continues, and no player waits for a lost one
        """, arguments: Seeds.batches(10, share: 50))
    func recovers(seeds: [UInt64]) {
        for seed in seeds {
            let (faults, troubles) = live(seed)
            guard !faults.isEmpty else { continue }
            let left = TroubleTally<NodeTrouble>.fewest(among: troubles) { numbers in
                let faults = live(seed, allowing: Set(numbers)).faults
                return faults.isEmpty ? nil : "\(faults)"
            }
            Issue.record("seed \(seed): \(faults); with \(left.numbers): \(left.error)")
        }
    }

    /// Returns the faults in the end, and the number of troubles.
    private func live(
        _ seed: UInt64, allowing allowed: Set<Int>? = nil
    ) -> (faults: [String], troubles: Int) {
        var party = LobbyParty(seed: seed, nodes: LobbyNodes(seed: seed, allowing: allowed))
        party.rage(for: .seconds(40))
        party.settle()
        var faults = party.world.faults + party.world.gone
        party.stir()
        party.world.run(for: .milliseconds(2_100))
        var idle = party.world.hasIdlers ? ["\(party.world.waitingCount) wait"] : []
        if party.world.waitingCount > 1 || party.world.hasWishers, idle.isEmpty {
            // One of them passed the other over, until no other opponent has come for a while; or
            // they want different clocks.
            party.world.run(for: .seconds(32))
            if party.world.hasPatientPair { idle = ["\(party.world.waitingCount) wait on"] }
        }
        faults += idle + party.world.faults + party.goOn()
        return (faults, party.world.nodes?.troubles ?? 0)
    }

    /// Servers without faults, and programs in their lobby.
    private func calmWorld(people: Int) -> LobbyWorld {
        var nodes = LobbyNodes(seed: 1)
        nodes.calm()
        var world = LobbyWorld(seed: 1, nodes: nodes)
        for _ in 0..<people { world.add() }
        world.run(for: .seconds(3))
        return world
    }

    @Test("A client that takes back its own object may insert it again on the same connection")
    func watchesAgain() {
        var world = calmWorld(people: 3)
        guard let watcher = world.visitors.firstIndex(where: { $0.visit?.match == nil }) else {
            Issue.record("nobody is left over")
            return
        }
        for _ in 0..<2 {
            world.ask(.watch(.anything), by: watcher)
            world.run(for: .seconds(1))
            #expect(world.atRest.lobbyState.watchers.count == 1)
            world.ask(.watch(.nothing), by: watcher)
            world.run(for: .seconds(1))
        }
        #expect(world.nodes?.refusals == [])
    }

    @Test("S220 A request counts as made, even if its author has gone before it is written")
    func leavesTooSoon() throws {
        var world = calmWorld(people: 2)
        for square in [Square.centre, .topLeft] {
            let mover = world.visitors.firstIndex { $0.visit?.isOurTurn == true }
            world.ask(.act(.play(square)), by: try #require(mover))
            world.run(for: .seconds(1))
        }
        world.nodes?.silenceEngine(for: .seconds(2))
        world.ask(.act(.resign), by: 0)
        world.run(for: .seconds(1))
        world.kill(0)
        world.run(for: .seconds(3))
        let match = try #require(world.nodes?.objects(in: .match).first)
        #expect(match.object["resigned"] != nil)
        #expect(world.nodes?.refusals == [])
    }

    @Test(
        "S222 A client that returns may change its objects at once, before Redis has confirmed it")
    func actsAtOnce() throws {
        var world = calmWorld(people: 3)
        // The client acts sooner than any Redis answers, in the end at servers that know its
        // Watcher.
        world.latency = 10...10
        let watcher = try #require(world.visitors.firstIndex { $0.visit?.match == nil })
        for _ in 0..<12 {
            world.cutLine(of: watcher)
            world.ask(.watch(.anything), by: watcher)
            world.run(for: .seconds(3))
            #expect(world.atRest.lobbyState.watchers.count == 1)
            world.ask(.watch(.nothing), by: watcher)
            world.run(for: .seconds(1))
        }
        #expect(world.nodes?.refusals == [])
    }

    @Test("S221 A log without clients is left, and followed again when a client comes")
    func leavesLogs() {
        var world = calmWorld(people: 2)
        #expect(world.nodes?.followed.contains(2) == true)
        for visitor in 0..<2 { world.kill(visitor) }
        world.run(for: .seconds(90))
        // The log of the options is followed as long as a server is alive.
        #expect(world.nodes?.followed.allSatisfy { $0 < 2 } == true)
        for _ in 0..<2 { world.add() }
        world.run(for: .seconds(5))
        #expect(world.visitors.count { $0.visit?.match != nil } == 2)
        #expect(world.faults == [])
    }

    @Test("A new server receives nothing that the one before it slept through")
    func beginsAnew() {
        var world = calmWorld(people: 2)
        world.nodes?.sleepWithoutLine(for: .seconds(9))
        world.run(for: .seconds(4))
        world.nodes?.killAll()
        world.run(for: .seconds(60))
        #expect(world.visitors.allSatisfy { $0.isOnline })
        #expect(world.faults == [])
    }

    @Test("All kinds of trouble occur, each with some seeds", .tier(.soak))
    func troubles() {
        var counts: [NodeTrouble: Int] = [:]
        for seed in UInt64(0)..<12 {
            var party = LobbyParty(seed: seed, nodes: LobbyNodes(seed: seed))
            party.rage(for: .seconds(20))
            counts.merge(party.world.nodes?.counts ?? [:], uniquingKeysWith: +)
        }
        for trouble in NodeTrouble.allCases {
            #expect(counts[trouble] != nil, "\(trouble): \(counts)")
        }
    }
}
