/// A version of an object, from its history.
public struct ObjectVersion: Hashable, Sendable {
    /// The number of the version. The first one is 1.
    public let number: Int
    /// The whole object in this version.
    public let object: JSONObject
}
