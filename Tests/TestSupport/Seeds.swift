internal import Foundation

/// The seeds that a property is tried with: a few in `make test`, all of them in `make simulate`.
package enum Seeds {
    /// As many seeds as `SEEDS` in the environment says, or `count` without it.
    package static func first(_ count: Int, most: UInt64 = .max) -> Range<UInt64> {
        let wanted = ProcessInfo.processInfo.environment["SEEDS"].flatMap(UInt64.init)
        return 0..<min(wanted ?? UInt64(count), most)
    }

    /// The same seeds in a few runs, for the arguments of a test: tests with very many arguments
    /// spend their time on the arguments.
    package static func batches(_ count: Int, most: UInt64 = .max) -> [Range<UInt64>] {
        let seeds = first(count, most: most)
        let size = max(1, (seeds.count + 15) / 16)
        return stride(from: 0, to: seeds.upperBound, by: size).map {
            $0..<min($0 + UInt64(size), seeds.upperBound)
        }
    }
}
