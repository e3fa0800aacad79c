import SimperiumClock
import TestSupport
import Testing

@Suite("Nodes that share a Redis: properties")
struct ClusterProperties {
    @Test(
        "S125 S126 S301 With any faults no two nodes write, no number comes twice, and one writes",
        arguments: Seeds.batches(5_000))
    func faults(seeds: [UInt64]) {
        for seed in seeds {
            var world = ClusterWorld(
                seed: seed, faults: ClusterWorld.Fault.allCases, most: 6)
            world.run(calm: .seconds(12))
            judge(world, seed)
        }
    }

    @Test(
        "S181 While Redis is slow for up to five seconds, the writer keeps its term",
        arguments: Seeds.batches(1_000))
    func slow(seeds: [UInt64]) {
        for seed in seeds {
            var world = ClusterWorld(seed: seed, faults: [], most: 0)
            world.run(calm: .seconds(1_004))
            let term = world.writerTerm
            #expect(term != nil, "seed \(seed)")
            world.pauseRedis(for: .milliseconds(100 + 49 * Int(seed % 100)))
            world.run(calm: .seconds(9))
            judge(world, seed)
            #expect(world.writerTerm == term && world.terms == 1, "seed \(seed)")
        }
    }

    private func judge(_ world: ClusterWorld, _ seed: UInt64) {
        #expect(world.failures.isEmpty, "seed \(seed): \(world.failures)")
        #expect(world.writers.count == 1, "seed \(seed): \(world.writers.count) writers")
        #expect(world.now - world.lastWrite < .seconds(1), "seed \(seed): no writer writes")
    }
}
