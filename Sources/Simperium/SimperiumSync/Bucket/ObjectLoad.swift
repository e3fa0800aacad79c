internal import SimperiumWire

/// A request for an object whose ghost is suspect.
struct ObjectLoad: Sendable {
    /// The number of changes that are kept while one object is loaded. After more, it is loaded
    /// again.
    private static let mostLater = 1_000

    let version: EntityVersion
    private(set) var later: [AcceptedChange] = []

    init(_ version: EntityVersion) {
        self.version = version
    }

    /// Keeps a change that leads beyond the version that is loaded. A hub may repeat an older one.
    mutating func append(_ change: AcceptedChange, to version: EntityVersion) {
        if version > self.version, later.count < Self.mostLater { later.append(change) }
    }
}
