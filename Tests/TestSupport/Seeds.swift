/// The seeds of a property: few in `make test`, thousands in `make soak`.
///
/// `SEED_BASE` in the environment is the first seed, so that each day's run tries others. `SEEDS`
/// is the number of seeds. `SEEDS=17-19` runs these three only, to examine a failure.
package enum Seeds {
    /// The seeds that failed once, by the property's file. Each run tries them first.
    private static let kept: [String: [UInt64]] = [
        "ClusterTests/ClusterProperties.swift": [
            1_102_211, 1_103_452, 1_104_308, 5_200_359, 5_200_475, 5_204_303, 2_026_112_902_077,
            2_026_112_904_378,
        ],
        "LoadTests/LoadCourseTests.swift": [1_000_064],
        "SimperiumStoreTests/PowerCutProperties.swift": [12_092, 21_179, 59_449],
        "SimperiumWebWireTests/WebSocketDeflateTests.swift": [2_026_112_904_567],
        "SimulationTests/HallSimulationTests.swift": [5_302_304, 5_303_245, 5_309_739],
        "SyncHubTests/RestoreProperties.swift": [2_026_112_901_748],
    ]

    /// Returns the seeds of a property: `count` in a run of all tests without `SEEDS`, and never
    /// more than `most`.
    ///
    /// `share` is the cost of a seed, in seeds of an average property.
    package static func first(
        _ count: Int, most: Int = .max, share: Int = 1, file: String = #fileID
    ) -> [UInt64] {
        if let only { return Array(only) }
        let first = environment("SEED_BASE").flatMap { UInt64($0) } ?? 0
        let number = UInt64(self.count(count, most: most, share: share))
        return (kept[file] ?? []) + (first..<first + number)
    }

    /// Returns the same seeds in at most sixteen batches for the arguments of a test, because each
    /// argument costs time.
    package static func batches(
        _ count: Int, most: Int = .max, share: Int = 1, file: String = #fileID
    ) -> [[UInt64]] {
        let seeds = first(count, most: most, share: share, file: file)
        let size = max(1, (seeds.count + 15) / 16)
        return stride(from: 0, to: seeds.count, by: size).map {
            Array(seeds[$0..<min($0 + size, seeds.count)])
        }
    }

    /// Returns the number of repetitions in this run, if a full run repeats `count` times, by the
    /// rules of `first`.
    package static func count(_ count: Int, most: Int = .max, share: Int = 1) -> Int {
        let asked = environment("SEEDS").flatMap { Int($0) }.map { $0 / share }
        let usual =
            switch Tier.current {
            case .unit: count / 10
            case .test: count / 5
            case .soak: count
            }
        return min(max(asked ?? usual, 1), most)
    }

    /// The seeds in `SEEDS=a-b`.
    private static var only: ClosedRange<UInt64>? {
        let bounds = (environment("SEEDS") ?? "").split(separator: "-").compactMap { UInt64($0) }
        return bounds.count == 2 && bounds[0] <= bounds[1] ? bounds[0]...bounds[1] : nil
    }
}
