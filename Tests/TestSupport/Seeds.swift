internal import Foundation

/// The seeds that a property is tried with: a few in `make test`, all of them in `make simulate`.
package enum Seeds {
    /// As many seeds as `SEEDS` in the environment says, or `count` without it.
    package static func first(_ count: Int) -> Range<UInt64> {
        0..<(ProcessInfo.processInfo.environment["SEEDS"].flatMap(UInt64.init) ?? UInt64(count))
    }
}
