/// A change in a bucket, by another client or, if requested, by the program itself.
///
/// A change names the objects to read again. If an object changes several times before the reader
/// receives the first change, the changes are reported as one.
@nonexhaustive
public enum BucketChange: Hashable, Sendable {
    /// Anything may have changed: read all objects. This is the first change of each sequence. It
    /// comes again after a new or interrupted index, after a sign-out that leaves no objects, and
    /// when the reader was too slow.
    case everything
    case inserted(ObjectKey)
    /// An object was changed. `members` has the names of the members that were added, changed or
    /// removed.
    case updated(ObjectKey, members: Set<String>)
    case deleted(ObjectKey)
    /// The owners of these presence objects are absent. Each owner may return until this time;
    /// otherwise `deleted` follows.
    case away([ObjectKey], until: ContinuousClock.Instant)
    case back([ObjectKey])
}

/// An object of a bucket, with its key.
public struct Keyed<Value: Sendable>: Identifiable, Sendable {
    /// The key of the object in its bucket.
    public let key: ObjectKey
    /// The object, as JSON or as a value of a type.
    public let value: Value

    public var id: ObjectKey { key }

    /// Creates the pair of a key and its object.
    public init(_ key: ObjectKey, _ value: Value) {
        self.key = key
        self.value = value
    }
}

extension Keyed: Equatable where Value: Equatable {}
extension Keyed: Hashable where Value: Hashable {}

/// A version of an object, from its history.
public struct ObjectVersion: Hashable, Sendable {
    /// The number of the version. The first one is 1.
    public let number: Int
    /// The whole object in this version.
    public let object: JSONObject
}

/// An edit that a user has not saved yet, such as typed text: the object before and after the edit.
public struct UnsavedEdit: Hashable, Sendable {
    /// The object that the editor began with.
    public let from: JSONObject
    /// The object as the editor has it now.
    public let to: JSONObject

    /// Creates the edit from the object that the editor began with, and the present object.
    public init(from: JSONObject, to: JSONObject) {
        self.from = from
        self.to = to
    }
}

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
