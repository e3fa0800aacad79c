internal import Glibc

/// The tiers of the tests, from the fastest to the most thorough. `TIER` in the environment selects
/// the tier of a run; the default is `test`.
package enum Tier: Int, CaseIterable, Comparable {
    /// Tests of values and single shells, with a tenth of each property's seeds.
    case unit
    /// The same with a fifth of the seeds, and the tests of the built program.
    case test
    /// All tests in a release build, with thousands of seeds.
    case soak

    package static let current =
        allCases.first { "\($0)" == environment("TIER") } ?? .test

    /// Returns the few rows of a table that `make test` tries; all rows in the tier `soak`.
    package static func rows<Row>(_ few: [Row], ofAll all: [Row]) -> [Row] {
        current < .soak ? few : all
    }

    package static func < (one: Tier, other: Tier) -> Bool { one.rawValue < other.rawValue }
}

/// Returns the value of an environment variable; nil if it is not set.
package func environment(_ name: String) -> String? {
    unsafe getenv(name).map { unsafe String(cString: $0) }
}
