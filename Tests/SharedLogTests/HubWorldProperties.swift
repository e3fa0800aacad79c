import SimperiumClock
import TestKit
import TestSupport
import Testing

@Suite("Hubs that share an engine")
struct HubWorldProperties {
    private static let steps = 300
    /// Below that the shares of seeds say nothing.
    private static let fewestSeeds = 200

    @Test("S133 S134 S135 S136 Whatever breaks, all clients of all nodes have what the engine has")
    func worlds() async {
        var table = TroubleTable()
        await withTaskGroup(of: TroubleTable.self) { group in
            for seeds in Seeds.batches(200) { group.addTask { Self.try(seeds) } }
            for await part in group { table = table + part }
        }
        guard table.seeds >= Self.fewestSeeds else { return }
        print("Within one append, in how many of \(table.seeds) seeds:\n\(table)")
        #expect(table.rare.isEmpty)
    }

    private static func `try`(_ seeds: [UInt64]) -> TroubleTable {
        var table = TroubleTable()
        for seed in seeds {
            var world = HubWorld(seed: seed)
            do {
                try world.run(steps)
            } catch {
                let left = world.fewestTroubles(in: steps) {
                    HubWorld(seed: seed, allowing: $0)
                }
                Issue.record(
                    "seed \(seed): \(error); with the troubles \(left.numbers): \(left.error)")
            }
            table.add(world)
        }
        return table
    }

    @Test("The world has all its troubles, each in a few seeds", .tier(.soak))
    func troubles() throws {
        var counts: [String: Int] = [:]
        for seed in UInt64(0)..<40 {
            var world = HubWorld(seed: seed)
            try world.run(Self.steps)
            for (name, count) in world.counts { counts[name, default: 0] += count }
        }
        for trouble in Trouble.allCases { #expect(counts[trouble.rawValue] ?? 0 >= 20) }
        for name in ["foreign", "overtaken", "refused", "returned", "trimmed"] {
            #expect(counts[name] ?? 0 >= 20, "\(name)")
        }
        #expect(counts["accepted"] ?? 0 >= 600)
    }
}
