import Game
import GameHost
import Host
import Lobby
import Recording
import SimperiumClock
import Simulation
import TestKit
import TestSupport
import Testing
import Visit

@Suite("Simulation: the lobby on a bad network")
struct LobbySimulationTests {
    @Test(
        """
        Despite all faults, in the end all players see the same boards, no player is seated \
        twice, and no two players wait for an opponent
        """, arguments: Seeds.batches(12, share: 10))
    func recovers(seeds: [UInt64]) {
        for seed in seeds {
            let faults = live(seed).faults
            guard !faults.isEmpty else { continue }
            let words = Recordings.write(live(seed, isRecorded: true).world, of: "lobby-\(seed)")
            Issue.record("seed \(seed): \(faults)\n\(words)")
        }
    }

    @Test(
        "Users who act at random do everything that the checks cover",
        .tier(.soak))
    func triesAll() {
        var coveredEvents: [CoveredEvent: Int] = [:]
        for seed in 0..<UInt64(160) {
            var party = LobbyParty(seed: seed)
            party.actAtRandom(for: .seconds(40))
            coveredEvents.merge(party.world.coveredEvents, uniquingKeysWith: +)
        }
        let missing = CoveredEvent.allCases.filter { coveredEvents[$0] == nil }
        #expect(missing == [], "\(coveredEvents)")
    }

    /// Returns the faults in the end.
    private func live(
        _ seed: UInt64, isRecorded: Bool = false
    ) -> (faults: [String], world: LobbyWorld) {
        var party = LobbyParty(seed: seed, isRecorded: isRecorded)
        party.actAtRandom(for: .seconds(40))
        party.finish()
        let faults = party.world.faults
        party.leaveManyMatches()
        party.world.run(for: .milliseconds(2_100))
        var idle = party.world.hasIdlers ? ["\(party.world.waitingCount) wait"] : []
        if party.world.waitingCount > 1 || party.world.hasWishers, idle.isEmpty {
            // One of them passed the other over, until no other opponent has come for a while; or
            // they want different clocks.
            party.world.run(for: .seconds(32))
            if party.world.hasPatientPair { idle = ["\(party.world.waitingCount) wait on"] }
        }
        return (faults + idle + party.world.faults, party.world)
    }

    @Test("A replay of a guarded hub has the same effects")
    func replays() throws {
        var world = LobbyWorld(seed: 1, isRecorded: true)
        for _ in 0..<5 { world.add() }
        world.run(for: .seconds(2))
        world.restartServer()
        world.run(for: .seconds(20))
        check(world)
        #expect(world.server.recordings.map(\.name) == ["hub-run-0", "hub-run-1"])
        for recording in world.server.recordings {
            var replayer = Replayer([RecordedHub.self])
            for line in recording.bytes.split(separator: UInt8(ascii: "\n")) {
                try replayer.replay(Array(line))
            }
            #expect(replayer.eventCount > 20, "\(recording.name)")
        }
    }

    @Test("All users who come at once are seated within two seconds, with few futile challenges")
    func seatsACrowd() {
        let count = Tier.current == .soak ? 1_001 : 61
        var world = LobbyWorld(seed: 1)
        world.latency = 500...20_000
        for arrival in 0..<count {
            world.add()
            world.run(until: .start + .microseconds(arrival * 10_000 / count))
        }
        world.run(until: .start + .seconds(2))
        let seated = world.visitors.count { $0.visit?.match != nil }
        let inserts = world.visitors.map(\.insertCount).reduce(0, +)
        #expect(seated == count - 1)
        #expect(inserts * 10 <= seated / 2 * 12, "\(inserts) Matches for \(seated / 2)")
        check(world)
    }

    @Test("A lobby of many spectators and changing players keeps its promises, too")
    func keepsACrowd() {
        for seed in Seeds.first(1, most: 4) {
            var party = LobbyParty(seed: seed, people: Tier.current == .soak ? 60 : 20)
            party.actAtRandom(for: .seconds(20))
            party.finish()
            check(party.world, "seed \(seed)")
        }
    }

    @Test(
        "So does one of a thousand users, whose connections break and whose server ends",
        .tier(.soak))
    func keepsVeryMany() {
        var party = LobbyParty(seed: 1, people: 1_000, hasFaults: true)
        for _ in 0..<2 {
            party.actAtRandom(for: .seconds(5))
            party.world.restartServer()
        }
        party.finish()
        check(party.world)
        for _ in 0..<3 {
            party.leaveManyMatches()
            party.world.run(for: .milliseconds(2_100))
            #expect(party.world.waitingCount < 2)
        }
        check(party.world)
        let count = party.world.atRest.lobbyState.census
        #expect(count.playing > 250 && count.watching + count.busy > 0)
    }

    @Test(
        "A new run of a program leaves the objects of its earlier run alone",
        arguments: [MatchmakingMode.open, nil], [true, false])
    func succeedsItself(mode: MatchmakingMode?, hasWatched: Bool) {
        var world = LobbyWorld(seed: 1, grace: 10)
        let watcher = world.add(mode)
        for _ in 0..<2 { world.add() }
        world.run(for: .seconds(1))
        if hasWatched { world.ask(.watch(.anything), by: watcher) }
        world.run(for: .seconds(1))
        world.kill(watcher)
        world.start(watcher, mode)
        world.ask(.watch(.anything), by: watcher)
        world.run(for: .seconds(5))
        #expect(world.visitors[watcher].visit?.watching.match != nil)
        world.ask(.watch(.nothing), by: watcher)
        world.run(for: .seconds(1))
        world.ask(.watch(.anything), by: watcher)
        world.run(for: .seconds(10))
        check(world)
        #expect(world.atRest.lobbyState.watchers.count == 1)
    }

    @Test(
        "Neither of two free players waits longer than two quiet seconds", arguments: 0..<4, 3...4)
    func isFair(seed: UInt64, people: Int) {
        var world = LobbyWorld(seed: seed)
        for _ in 0..<people { world.add() }
        world.run(for: .seconds(1))
        // A player who is left over meets each free player next, again and again.
        for _ in 0..<4 {
            let seated = world.visitors.firstIndex { $0.visit?.isOurTurn == true } ?? 0
            world.ask(.act(.play(.centre)), by: seated)
            world.run(for: .milliseconds(100))
            world.ask(.leaveMatch(.auto), by: seated)
            world.run(for: .milliseconds(100))
            // The opponent was asked first.
            for visitor in world.visitors.indices where world.visitors[visitor].visit?.own == nil {
                world.ask(.look(.auto), by: visitor)
            }
            world.run(for: .milliseconds(2_050))
            #expect(world.waitingCount < 2)
        }
    }

    /// Reports the faults alone, and not the whole world with them.
    private func check(
        _ world: LobbyWorld, _ comment: Comment? = nil, at place: SourceLocation = #_sourceLocation
    ) {
        let faults = world.faults
        #expect(faults == [], comment, sourceLocation: place)
    }
}

extension Recordings {
    /// Writes the recordings of a lobby's hub to a file.
    fileprivate static func write(_ world: LobbyWorld, of run: String) -> String {
        write(world.server.recordings.map { ($0.name, $0.bytes) }, of: run)
    }
}
