import SimperiumClock
import TestKit
import TestSupport
import Testing

@Suite("LogFollower properties")
struct LogFollowerProperties {
    @Test(
        "S118 S123 Whatever breaks, all nodes fold one order, and each batch is there once",
        arguments: Seeds.batches(100))
    func worlds(seeds: [UInt64]) {
        for seed in seeds {
            var world = FollowerWorld(seed: seed)
            do {
                try world.run(150)
            } catch {
                Issue.record("seed \(seed): \(error)")
            }
            // Nothing is forgotten in this world.
            #expect(world.faults["reset"] == nil, "seed \(seed)")
        }
    }

    @Test("The world has all its troubles, each in a few seeds", .tier(.soak))
    func troubles() throws {
        var counts: [String: Int] = [:]
        for seed in UInt64(0)..<60 {
            var world = FollowerWorld(seed: seed)
            try world.run(150)
            for fault in world.faults.keys { counts[fault, default: 0] += 1 }
        }
        let wanted = [
            "lost message", "cut", "answer lost", "killed", "buried alive", "engine restarted",
            "noted",
        ]
        for fault in wanted { #expect(counts[fault, default: 0] >= 2, "\(fault)") }
    }
}
