/// An earlier version of an object.
public struct ObjectVersion: Hashable, Sendable {
    /// The number of the version. 1 is the creation.
    public let number: Int
    /// The whole object in this version.
    public let object: JSONObject
}
