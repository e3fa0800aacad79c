internal import SimperiumReplica
internal import SimperiumSync

/// A bucket within one call of `SimperiumBucket/perform(_:)`. It can't be stored.
public struct OpenBucket: ~Copyable {
    private let bucket: ClientBucket

    init(_ bucket: ClientBucket) {
        self.bucket = bucket
    }

    /// The object with the program's own edits; nil if there is no such object.
    public subscript(key: ObjectKey) -> JSONObject? { bucket.live[key] }
    /// The keys of all objects, in order.
    public var keys: [ObjectKey] { bucket.live.keys }
    /// The keys of the objects with edits that the server has not confirmed, including refused
    /// edits, in order.
    public var unsynced: [ObjectKey] { bucket.live.unsynced }
    /// All objects, in the order of their keys.
    public var objects: [Keyed<JSONObject>] { bucket.objects }

    /// Creates an object under a new random key, and returns the key.
    @discardableResult
    public func insert(_ object: JSONObject) throws(SimperiumError) -> ObjectKey {
        let key = ObjectKey.random()
        try set(key, to: object)
        return key
    }

    /// Creates an object, or replaces all members of an existing one.
    public func set(_ key: ObjectKey, to object: JSONObject) throws(SimperiumError) {
        try apply(.put(key, object))
    }

    /// Changes some members of an object; throws if there is no such object. Other clients' changes
    /// to other members at the same time are kept.
    public func update(
        _ key: ObjectKey, setting members: JSONObject, removing names: [String] = []
    ) throws(SimperiumError) {
        guard bucket.live[key] != nil else { throw .noSuchObject(key) }
        let names = names.map { JSONString($0) }
        try apply(.update(key, setting: members, removing: names))
    }

    /// Merges an edit into the present object. `from` is the object that the program once read;
    /// `to` is the same object after the edit. An object that was deleted meanwhile is created
    /// again if `from` and `to` differ, except in a presence bucket.
    public func merge(_ key: ObjectKey, from: JSONObject, to: JSONObject) throws(SimperiumError) {
        try apply(.merge(key, from: from, to: to))
    }

    /// Deletes an object. Does nothing if there is no such object.
    public func delete(_ key: ObjectKey) {
        bucket.editAndNotify(.delete(key))
    }

    /// Drops an object's edits that were not sent or were refused.
    public func revert(_ key: ObjectKey) {
        bucket.editAndNotify(.revert(key))
    }

    private func apply(_ edit: BucketEdit) throws(SimperiumError) {
        switch bucket.editAndNotify(edit) {
        case .tooDeep: throw .tooDeep(edit.key)
        case .tooLarge: throw .tooLarge(edit.key)
        case nil: break
        }
    }
}

/// Access to objects as values of a type, as in a ``TypedBucket``.
extension OpenBucket {
    /// Returns an object as a value; nil if there is no such object. Throws if the object is not a
    /// `Value`.
    public func value<Value: Codable & Sendable>(
        _ key: ObjectKey, as type: Value.Type
    ) throws(RecordError) -> Value? {
        guard let object = self[key] else { return nil }
        return try TypedBucket<Value>.value(of: object)
    }

    /// Changes a value, and sends only the difference. Throws if there is no such object, or if it
    /// is not a `Value`. If `change` throws, nothing is changed.
    public func update<Value: Codable & Sendable>(
        _ key: ObjectKey, as type: Value.Type, _ change: (inout Value) throws -> Void
    ) throws {
        guard let object = self[key] else { throw SimperiumError.noSuchObject(key) }
        var value = try TypedBucket<Value>.value(of: object)
        let before = try TypedBucket.object(of: value)
        try change(&value)
        let after = try TypedBucket.object(of: value)
        guard after != before else { return }
        try set(key, to: object.applyingDifference(from: before, to: after))
    }
}
