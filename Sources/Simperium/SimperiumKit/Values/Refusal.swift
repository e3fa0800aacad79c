/// An edit that the server refused. The client keeps the edit, and does not send it again until the
/// program changes the object.
public struct Refusal: Hashable, Sendable {
    /// The key of the object whose edit was refused.
    public let key: ObjectKey
    /// The server's code, such as 401 for a missing permission, or 413 for an object that is too
    /// large. The code is 1 if version 0.2 of the library stored the refusal, because that version
    /// did not store codes.
    public let code: Int
    /// The object after the edit; nil for a deletion.
    public let object: JSONObject?
    /// The number of refusals just before this one that were dropped, because the reader was too
    /// slow.
    public let missed: Int
}
