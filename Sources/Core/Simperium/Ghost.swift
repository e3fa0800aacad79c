package import JSONDiff

/// The last version of an object that both ends agree on.
package struct Ghost: Hashable, Sendable {
    package let version: EntityVersion
    package let object: JSONObject

    package init(version: EntityVersion, object: JSONObject) {
        self.version = version
        self.object = object
    }
}
