internal import Glibc

/// The tiers of the tests, from the quickest to the most thorough. `TIER` in the environment names
/// the one of this run; without it that is `test`.
package enum Tier: Int, CaseIterable, Comparable {
    /// Tests of values and single shells, each property with a tenth of its seeds.
    case unit
    /// The same with a fifth of the seeds, and the tests of the built program.
    case test
    /// Everything, in a release build, with thousands of seeds.
    case soak

    package static let current =
        allCases.first { "\($0)" == environment("TIER") } ?? .test

    /// Returns the few rows of a table that `make test` tries, or in the tier `soak` all of them.
    package static func rows<Row>(_ few: [Row], ofAll all: [Row]) -> [Row] {
        current < .soak ? few : all
    }

    package static func < (one: Tier, other: Tier) -> Bool { one.rawValue < other.rawValue }
}

/// The value of a variable of the environment, or nil if it is not set.
package func environment(_ name: String) -> String? {
    unsafe getenv(name).map { unsafe String(cString: $0) }
}
