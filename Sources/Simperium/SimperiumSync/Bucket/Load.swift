internal import SimperiumWire

/// An object that is being loaded because its ghost is suspect.
struct Load: Sendable {
    /// So many changes are kept while one object is loaded. If there are more, it is loaded again.
    private static let mostLater = 1_000

    let version: EntityVersion
    private(set) var later: [AcceptedChange] = []

    init(_ version: EntityVersion) {
        self.version = version
    }

    /// Keeps a change to `version`, unless that is loaded anyway: a hub may repeat itself.
    mutating func append(_ change: AcceptedChange, to version: EntityVersion) {
        if version > self.version, later.count < Self.mostLater { later.append(change) }
    }
}
