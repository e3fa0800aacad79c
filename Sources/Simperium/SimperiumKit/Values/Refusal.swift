/// An edit that the server refused. It stays as it is, and is not sent again, until the program
/// changes it or reverts it.
public struct Refusal: Hashable, Sendable {
    public let key: ObjectKey
    /// The server's reason, such as 401 for what the user may not do, or 413 for what is too large.
    public let code: Int
    /// What the edit made of the object; nil if it was to be removed.
    public let object: JSONObject?
    /// How many refusals before this one were not read in time, and are lost.
    public let missed: Int
}
