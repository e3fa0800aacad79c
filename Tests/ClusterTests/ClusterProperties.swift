import Cluster
import SimperiumClock
import TestSupport
import Testing

@Suite("Nodes that share a Redis: properties")
struct ClusterProperties {
    @Test(
        "S125 S126 S301 With any faults a shard never has two writers, and has one in the end",
        arguments: Seeds.batches(2_000))
    func faults(seeds: [UInt64]) {
        for seed in seeds {
            var world = ClusterWorld(
                seed: seed, faults: ClusterWorld.Fault.allCases, most: 6)
            // A dead node's last call may come 10 s late. It is dead after 3 s more, and after 10 s
            // without a change up to eleven shards are passed on, one a second.
            world.run(calm: .seconds(40))
            judge(world, seed)
        }
    }

    @Test(
        "S181 While Redis is slow for up to five seconds, all writers keep their terms",
        arguments: Seeds.batches(300))
    func slow(seeds: [UInt64]) {
        for seed in seeds {
            var world = ClusterWorld(seed: seed, faults: [], most: 0)
            world.run(calm: .seconds(1_030))
            let (terms, count) = (world.writerTerms, world.terms)
            #expect(!terms.contains(nil), "seed \(seed)")
            world.pauseRedis(for: .milliseconds(100 + 49 * Int(seed % 100)))
            world.run(calm: .seconds(30))
            judge(world, seed)
            #expect(world.writerTerms == terms && world.terms == count, "seed \(seed)")
        }
    }

    @Test(
        "In calm times each node has its part of the shards, and no shard is passed twice",
        arguments: Seeds.batches(60))
    func balance(seeds: [UInt64]) {
        for seed in seeds {
            var world = ClusterWorld(seed: seed, faults: [], most: 0)
            world.run(calm: .seconds(1_030))
            judge(world, seed)
            #expect(world.shares.sorted() == [5, 5, 6], "seed \(seed): \(world.shares)")
            #expect(world.passages <= 11, "seed \(seed): \(world.passages)")
        }
    }

    private func judge(_ world: ClusterWorld, _ seed: UInt64) {
        #expect(world.failures.isEmpty, "seed \(seed): \(world.failures)")
        let shares = world.shares
        #expect(
            (shares.max() ?? 0) - (shares.min() ?? 0) <= 1, "seed \(seed): \(shares) shards")
        for shard in Shard.all {
            let writers = world.writers(of: shard)
            #expect(writers.count == 1, "seed \(seed): \(writers) write \(shard)")
            guard ClusterWorld.written.contains(shard) else { continue }
            let silence = world.now - world.lastWrites[shard.number]
            #expect(silence < .seconds(3), "seed \(seed): no node writes \(shard)")
        }
    }
}
