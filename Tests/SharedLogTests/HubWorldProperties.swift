import SimperiumClock
import TestSupport
import Testing

@Suite("Hubs that share an engine")
struct HubWorldProperties {
    @Test(
        "S133 S134 S135 S136 Whatever breaks, all clients of all nodes have what the engine has",
        arguments: Seeds.batches(100))
    func worlds(seeds: Range<UInt64>) {
        for seed in seeds {
            var world = HubWorld(seed: seed)
            do {
                try world.run(300)
            } catch {
                Issue.record("seed \(seed): \(error)")
            }
        }
    }

    @Test("The world has all its troubles, each in a few seeds")
    func troubles() throws {
        var counts: [String: Int] = [:]
        for seed in UInt64(0)..<60 {
            var world = HubWorld(seed: seed)
            try world.run(300)
            for (name, count) in world.counts { counts[name, default: 0] += count }
        }
        let wanted = [
            "lost message", "cut", "answer lost", "killed", "buried alive", "engine restarted",
            "foreign", "overtaken", "refused", "returned",
        ]
        for name in wanted { #expect(counts[name] ?? 0 >= 20, "\(name)") }
        #expect(counts["accepted"] ?? 0 >= 600)
        print(counts)
    }
}
