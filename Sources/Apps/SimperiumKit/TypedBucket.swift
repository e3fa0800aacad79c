/// A bucket whose objects are values of one type.
///
///     try await items.update(key) { $0.isDone = true }
///
/// An update sends what changed in the value, and nothing else: members that the type does not
/// know, because a newer version of a program made them, stay as they are. An optional that becomes
/// nil removes its member.
public struct TypedBucket<Value: Codable & Sendable>: Sendable {
    public let bucket: SimperiumBucket

    init(_ bucket: SimperiumBucket) {
        self.bucket = bucket
    }

    /// Nil if there is no such object. Throws a `RecordError` if it is not a `Value`.
    public subscript(key: ObjectKey) -> Value? {
        get async throws(RecordError) {
            guard let object = await bucket[key] else { return nil }
            return try RecordDecoder().decode(Value.self, from: .object(object))
        }
    }

    @discardableResult
    public func insert(_ value: Value) async throws -> ObjectKey {
        let object = try Self.object(of: value)
        return try await bucket.insert(object)
    }

    /// Makes an object of nothing but the value, or replaces all of the one that is there.
    public func put(_ key: ObjectKey, _ value: Value) async throws {
        let object = try Self.object(of: value)
        try await bucket.put(key, object)
    }

    /// Changes a value as it is by now. If `change` throws, nothing is changed.
    public func update(
        _ key: ObjectKey, _ change: @Sendable (inout Value) throws -> Void
    ) async throws {
        try await bucket.turn { bucket in
            guard let object = bucket[key] else { throw SimperiumError.noSuchObject(key) }
            var value = try RecordDecoder().decode(Value.self, from: .object(object))
            let before = try Self.object(of: value)
            try change(&value)
            let after = try Self.object(of: value)
            let changed = after.filter { before[$0.name] != $0.value }
            let removed = before.filter { after[$0.name] == nil }.map(\.name.string)
            guard !changed.isEmpty || !removed.isEmpty else { return }
            try bucket.update(key, setting: JSONObject(changed), removing: removed)
        }
    }

    public func delete(_ key: ObjectKey) async throws(SimperiumError) {
        try await bucket.delete(key)
    }

    private static func object(of value: Value) throws -> JSONObject {
        guard case .object(let object) = try RecordEncoder().encode(value) else {
            throw SimperiumError.notAnObject
        }
        return object
    }
}
