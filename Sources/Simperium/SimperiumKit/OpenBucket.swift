internal import SimperiumReplica

/// A bucket during one turn of its client, in `SimperiumBucket/turn(_:)`. It can't be kept.
public struct OpenBucket: ~Copyable {
    private let desk: BucketDesk

    init(_ desk: BucketDesk) {
        self.desk = desk
    }

    public subscript(key: ObjectKey) -> JSONObject? { desk[key] }
    public var keys: [ObjectKey] { desk.keys }
    public var unsynced: [ObjectKey] { desk.unsynced }

    /// Makes an object under a key that nobody else can have chosen.
    @discardableResult
    public func insert(_ object: JSONObject) throws(SimperiumError) -> ObjectKey {
        let key = ObjectKey.random()
        try put(key, object)
        return key
    }

    /// Makes an object, or replaces all of the one that is there.
    public func put(_ key: ObjectKey, _ object: JSONObject) throws(SimperiumError) {
        try desk.check(desk.live.put(key, object), key)
    }

    /// Changes some members, and leaves the others to whoever changes them at the same time.
    public func update(
        _ key: ObjectKey, setting members: JSONObject, removing names: [String] = []
    ) throws(SimperiumError) {
        guard desk[key] != nil else { throw .noSuchObject(key) }
        let names = names.map { JSONString($0) }
        try desk.check(desk.live.update(key, setting: members, removing: names), key)
    }

    /// Makes the change that leads from one object to another, to what the object is by now.
    public func merge(
        _ key: ObjectKey, from: JSONObject, to: JSONObject
    ) throws(SimperiumError) {
        try desk.check(desk.live.merge(key, .init(from: from, to: to)), key)
    }

    public func delete(_ key: ObjectKey) { desk.live.delete(key) }
    public func revert(_ key: ObjectKey) { desk.live.revert(key) }
}

/// What a ``TypedBucket`` does, within a turn.
extension OpenBucket {
    /// Nil if there is no such object.
    public func value<Value: Codable & Sendable>(
        _ key: ObjectKey, as type: Value.Type
    ) throws(RecordError) -> Value? {
        guard let object = self[key] else { return nil }
        return try TypedBucket<Value>.value(of: object)
    }

    /// Sends what changes in the value, and nothing else. If `change` throws, nothing is changed.
    public func update<Value: Codable & Sendable>(
        _ key: ObjectKey, as type: Value.Type, _ change: (inout Value) throws -> Void
    ) throws {
        guard let object = self[key] else { throw SimperiumError.noSuchObject(key) }
        var value = try TypedBucket<Value>.value(of: object)
        let before = try TypedBucket.object(of: value)
        try change(&value)
        let after = try TypedBucket.object(of: value)
        guard after != before else { return }
        try put(key, object.changed(as: before, after))
    }
}
