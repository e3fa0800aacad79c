import GameHost
import Host
import Recording
import SimperiumSync
import Simulation
import TestKit
import TestSupport
import Testing
import Visit

@Suite("Simulation: clients and a hub on a bad network")
struct SyncSimulationTests {
    @Test(
        """
        C33: After random faults, broken connections and restarts all replicas equal the server; \
        every token that was inserted and not deleted is there
        """, arguments: [HubKind.model, .real], Seeds.batches(200))
    func converges(hub: HubKind, seeds: [UInt64]) {
        for seed in seeds {
            run("\(hub)-\(seed)") { World(seed: seed, at: hub, isRecorded: $0) }
        }
    }

    @Test(
        """
        C26: After kill -9 at any point no local edit is lost, no change is doubled, and cv is \
        consistent
        """, arguments: [HubKind.model, .real], Seeds.batches(100))
    func survives(hub: HubKind, seeds: [UInt64]) {
        for seed in seeds {
            run("\(hub)-kills-\(seed)") { World(seed: seed, .kills, at: hub, isRecorded: $0) }
        }
    }

    @Test(
        """
        C33: Power cuts and errors at any operation of the server's file lose nothing that was \
        acknowledged, and double nothing
        """, arguments: Seeds.batches(Tier.current < .soak ? 100 : 1_000))
    func survivesPowerCuts(seeds: [UInt64]) {
        for seed in seeds {
            run("disk-\(seed)") { World(seed: seed, at: .disk, isRecorded: $0) }
        }
    }

    @Test("The world detects a server whose commits do not wait for the disk")
    func findsHaste() {
        let failed = (0..<12 as Range<UInt64>).count { seed in
            do {
                var world = World(seed: seed, at: .hasty)
                try world.run()
                return false
            } catch {
                return true
            }
        }
        #expect(failed > 0)
    }

    @Test(
        "A replay of each program and of the hub has the same effects",
        arguments: Tier.rows([0, 1], ofAll: [0, 1, 2, 3]))
    func replays(seed: UInt64) throws {
        var world = World(seed: seed, at: .real, isRecorded: true)
        try world.run()
        #expect(world.recordings.count > 1)
        #expect(world.recordings.contains { $0.name == "hub-run-0" })
        for recording in world.recordings {
            var replayer = Replayer([Replica.self, RecordedHub.self])
            for line in recording.bytes.split(separator: UInt8(ascii: "\n")) {
                try replayer.replay(Array(line))
            }
            #expect(replayer.eventCount > 0, "\(recording.name)")
            let text = String(decoding: recording.bytes, as: UTF8.self)
            #expect(!text.contains("0123456789abcdef0123456789abcdef"))
        }
    }

    @Test("The recordings of a failing run are written to files")
    func leavesRecordings() throws {
        var world = World(seed: 1, isRecorded: true)
        try world.run()
        let words = Self.leave(world, "sample")
        let path = try #require(words.split(separator: " ").last.map(String.init))
        #expect(
            words.contains("tictactoe doctor --replay /")
                && words.contains("/.build/recordings/sample/client-0"))
        let text = try Files.text(path)
        #expect(text.hasPrefix(#"{"format":2,"program":"simulation","machine":"replica","#))
    }

    /// Runs a world. If it fails, runs it again with recordings.
    private func run(_ name: String, _ world: (_ isRecorded: Bool) -> World) {
        do {
            var world = world(false)
            try world.run()
        } catch {
            var recorded = world(true)
            try? recorded.run()
            Issue.record("\(name): \(error)\n\(Self.leave(recorded, name))")
        }
    }

    private static func leave(_ world: World, _ name: String) -> String {
        Recordings.write(world.recordings.map { ($0.name, $0.bytes) }, of: name)
    }
}
