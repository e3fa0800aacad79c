/// An object as it once was.
public struct ObjectVersion: Hashable, Sendable {
    /// 1 is its creation.
    public let number: Int
    public let object: JSONObject
}
