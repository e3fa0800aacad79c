package import SimperiumJSON

/// The last version of an object that client and hub agree on.
package struct Ghost: Hashable, Codable, Sendable {
    package private(set) var version: EntityVersion
    package private(set) var object: JSONObject

    package init(version: EntityVersion, object: JSONObject) {
        self.version = version
        self.object = object
    }

    /// Applies a change. If that fails, the ghost is unchanged.
    package mutating func advance(
        by diff: Diff, to version: EntityVersion
    ) throws(DiffError) {
        try diff.apply(to: &object)
        self.version = version
    }
}
