/// A bucket whose objects are values of one type.
///
///     try await items.update(key) { $0.isDone = true }
///
/// An update sends only the difference between the values. Members that the type does not have, for
/// example from a newer version of the program, are kept. That holds for nested values, too, but
/// not for those in arrays. An optional that becomes nil removes its member.
public struct TypedBucket<Value: Codable & Sendable>: Sendable {
    public let bucket: SimperiumBucket

    init(_ bucket: SimperiumBucket) {
        self.bucket = bucket
    }

    /// Returns nil if there is no such object. Throws a `RecordError` if it is not a `Value`.
    public subscript(key: ObjectKey) -> Value? {
        get async throws(RecordError) {
            try await bucket[key].map(Self.value(of:))
        }
    }

    @discardableResult
    public func insert(_ value: Value) async throws -> ObjectKey {
        let object = try Self.object(of: value)
        return try await bucket.insert(object)
    }

    /// Creates an object with the value's members, or replaces all of an existing one.
    public func put(_ key: ObjectKey, _ value: Value) async throws {
        let object = try Self.object(of: value)
        try await bucket.put(key, object)
    }

    /// Changes the present value. If `change` throws, nothing is changed.
    public func update(
        _ key: ObjectKey, _ change: @Sendable (inout Value) throws -> Void
    ) async throws {
        try await bucket.turn { try $0.update(key, as: Value.self, change) }
    }

    public func delete(_ key: ObjectKey) async throws(SimperiumError) {
        try await bucket.delete(key)
    }

    static func value(of object: JSONObject) throws(RecordError) -> Value {
        try RecordDecoder().decode(Value.self, from: .object(object))
    }

    static func object(of value: Value) throws -> JSONObject {
        guard case .object(let object) = try RecordEncoder().encode(value) else {
            throw SimperiumError.notAnObject
        }
        return object
    }
}

extension JSONObject {
    /// Applies the difference between `before` and `after` to the object, and leaves all other
    /// members.
    func changed(as before: JSONObject, _ after: JSONObject) -> JSONObject {
        var object = self
        for member in before where after[member.name] == nil { object[member.name] = nil }
        for member in after where before[member.name] != member.value {
            if case .object(let inner) = object[member.name],
                case .object(let earlier) = before[member.name],
                case .object(let later) = member.value
            {
                object[member.name] = .object(inner.changed(as: earlier, later))
            } else {
                object[member.name] = member.value
            }
        }
        return object
    }
}
