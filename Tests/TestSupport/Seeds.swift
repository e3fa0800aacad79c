/// The seeds that a property is tried with: few in `make test`, thousands in `make soak`.
///
/// `SEED_BASE` in the environment is the first of them, so that a run of another day tries others.
/// `SEEDS` is their number. `SEEDS=17-19` is these three alone, to look closer at a failure.
package enum Seeds {
    /// Seeds that failed once, by the file of the property. Every run tries them first.
    private static let kept: [String: [UInt64]] = [
        "LoadTests/LoadCourseTests.swift": [1_000_064],
        "SharedStoreTests/SharedAccountTests.swift": [1_000_016, 1_000_079],
    ]

    /// Returns the seeds of a property: `count` of them in a run of everything without `SEEDS`,
    /// `most` at most in any run.
    ///
    /// Where one seed costs as much as many of another property, `share` is the number of seeds
    /// that it counts as.
    package static func first(
        _ count: Int, most: Int = .max, share: Int = 1, file: String = #fileID
    ) -> [UInt64] {
        if let only { return Array(only) }
        let first = environment("SEED_BASE").flatMap { UInt64($0) } ?? 0
        let number = UInt64(self.count(count, most: most, share: share))
        return (kept[file] ?? []) + (first..<first + number)
    }

    /// Returns the same seeds in at most sixteen parts, for the arguments of a test: a test with
    /// very many arguments spends its time on the arguments.
    package static func batches(
        _ count: Int, most: Int = .max, share: Int = 1, file: String = #fileID
    ) -> [[UInt64]] {
        let seeds = first(count, most: most, share: share, file: file)
        let size = max(1, (seeds.count + 15) / 16)
        return stride(from: 0, to: seeds.count, by: size).map {
            Array(seeds[$0..<min($0 + size, seeds.count)])
        }
    }

    /// Returns the number of repetitions in this run of what is repeated `count` times in a full
    /// one, by the rules of `first`.
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

    /// The seeds that `SEEDS=a-b` names.
    private static var only: ClosedRange<UInt64>? {
        let bounds = (environment("SEEDS") ?? "").split(separator: "-").compactMap { UInt64($0) }
        return bounds.count == 2 && bounds[0] <= bounds[1] ? bounds[0]...bounds[1] : nil
    }
}
