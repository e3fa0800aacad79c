internal import Foundation

/// The seeds that a property is tried with: a few in `make test`, many in `make simulate`.
package enum Seeds {
    /// Whether somebody has said how many, as `make simulate` does.
    package static var areGiven: Bool {
        ProcessInfo.processInfo.environment["SEEDS"] != nil
    }

    /// As many seeds as `SEEDS` in the environment says, or `count` without it. `SEEDS=17-19` is
    /// these three alone, to look closer at what failed.
    ///
    /// Where one seed costs as much as many of another property, `share` says as how many it
    /// counts.
    package static func first(
        _ count: Int, most: UInt64 = .max, share: UInt64 = 1
    ) -> Range<UInt64> {
        (wanted(share) ?? 0..<UInt64(count)).clamped(to: 0..<most)
    }

    /// The same seeds in a few runs, for the arguments of a test: tests with very many arguments
    /// spend their time on the arguments.
    package static func batches(
        _ count: Int, most: UInt64 = .max, share: UInt64 = 1
    ) -> [Range<UInt64>] {
        let seeds = first(count, most: most, share: share)
        let size = max(1, (seeds.count + 15) / 16)
        return stride(from: seeds.lowerBound, to: seeds.upperBound, by: size).map {
            $0..<min($0 + UInt64(size), seeds.upperBound)
        }
    }

    private static func wanted(_ share: UInt64) -> Range<UInt64>? {
        let text = ProcessInfo.processInfo.environment["SEEDS"] ?? ""
        let bounds = text.split(separator: "-").compactMap { UInt64($0) }
        return switch bounds.count {
        case 1: 0..<(bounds[0] + share - 1) / share
        case 2 where bounds[0] <= bounds[1]: bounds[0]..<bounds[1] + 1
        default: nil
        }
    }
}
