internal import Foundation

/// The seeds that a property is tried with: a few in `make test`, many in `make simulate`.
package enum Seeds {
    /// Whether somebody has said how many, as `make simulate` does.
    package static var areGiven: Bool {
        ProcessInfo.processInfo.environment["SEEDS"] != nil
    }

    /// As many seeds as `SEEDS` in the environment says, or `count` without it. `SEEDS=17-19` is
    /// these three alone, to look closer at what failed.
    package static func first(_ count: Int, most: UInt64 = .max) -> Range<UInt64> {
        let wanted = ProcessInfo.processInfo.environment["SEEDS"].flatMap(range)
        return (wanted ?? 0..<UInt64(count)).clamped(to: 0..<most)
    }

    /// The same seeds in a few runs, for the arguments of a test: tests with very many arguments
    /// spend their time on the arguments.
    package static func batches(_ count: Int, most: UInt64 = .max) -> [Range<UInt64>] {
        let seeds = first(count, most: most)
        let size = max(1, (seeds.count + 15) / 16)
        return stride(from: seeds.lowerBound, to: seeds.upperBound, by: size).map {
            $0..<min($0 + UInt64(size), seeds.upperBound)
        }
    }

    private static func range(_ text: String) -> Range<UInt64>? {
        let bounds = text.split(separator: "-").compactMap { UInt64($0) }
        return switch bounds.count {
        case 1: 0..<bounds[0]
        case 2 where bounds[0] <= bounds[1]: bounds[0]..<bounds[1] + 1
        default: nil
        }
    }
}
