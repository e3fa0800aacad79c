/// A bucket whose objects are values of one type.
///
///     try await items.update(key) { $0.isDone = true }
///
/// An update sends only the difference between the values. Members that the type does not have, for
/// example from a newer version of the program, are kept. That holds for nested values, too, but
/// not for values in arrays. An optional that becomes nil removes its member.
public struct TypedBucket<Value: Codable & Sendable>: Sendable {
    /// The bucket with the objects as JSON.
    public let bucket: SimperiumBucket

    init(_ bucket: SimperiumBucket) {
        self.bucket = bucket
    }

    /// The object as a value; nil if there is no such object. Throws a `RecordError` if the object
    /// is not a `Value`.
    public subscript(key: ObjectKey) -> Value? {
        get async throws(RecordError) {
            try await bucket[key].map(Self.value(of:))
        }
    }

    /// Creates an object under a new random key, and returns the key.
    @discardableResult
    public func insert(_ value: Value) async throws -> ObjectKey {
        let object = try Self.object(of: value)
        return try await bucket.insert(object)
    }

    /// Creates an object with the value's members, or replaces all members of an existing one.
    public func set(_ key: ObjectKey, to value: Value) async throws {
        let object = try Self.object(of: value)
        try await bucket.set(key, to: object)
    }

    /// Changes the present value. Throws if there is no such object, or if it is not a `Value`. If
    /// `change` throws, nothing is changed.
    public func update(
        _ key: ObjectKey, _ change: @Sendable (inout Value) throws -> Void
    ) async throws {
        try await bucket.perform { try $0.update(key, as: Value.self, change) }
    }

    /// Deletes an object. Does nothing if there is no such object.
    public func delete(_ key: ObjectKey) async throws(SimperiumError) {
        try await bucket.delete(key)
    }

    /// Applies the difference between two values to the present object, as
    /// ``SimperiumBucket/merge(_:from:to:)`` does.
    public func merge(_ key: ObjectKey, from: Value, to: Value) async throws {
        try await bucket.merge(key, from: Self.object(of: from), to: Self.object(of: to))
    }

    /// Returns the last `count` versions of an object, as ``SimperiumBucket/versions(of:last:)``
    /// does. Throws if one of the versions is not a `Value`.
    public func versions(
        of key: ObjectKey, last count: Int
    ) async throws -> [(number: Int, value: Value)] {
        try await bucket.versions(of: key, last: count).map {
            ($0.number, try Self.value(of: $0.object))
        }
    }

    /// All objects that can be decoded as a `Value`, in the order of their keys.
    public var objects: [Keyed<Value>] {
        get async {
            await bucket.objects.compactMap { object in
                (try? Self.value(of: object.value)).map { Keyed(object.key, $0) }
            }
        }
    }

    /// Returns the values that pass `isIncluded`, in the order of their keys or of `areInOrder`,
    /// now and after each change, as ``SimperiumBucket/live(where:sortedBy:)`` does. Objects that
    /// can't be decoded are left out.
    ///
    ///     let open = await items.live(where: { !$0.isDone }, sortedBy: { $0.title < $1.title })
    ///     for await list in open {
    ///         if list.isEmpty { break }
    ///         print("to do:", list.map(\.value.title).joined(separator: ", "))
    ///     }
    public func live(
        where isIncluded: @escaping @Sendable (Value) -> Bool = { _ in true },
        sortedBy areInOrder: @escaping @Sendable (Value, Value) -> Bool = { _, _ in false }
    ) async -> Updates<LiveList<Value>> {
        let value: @Sendable (JSONObject) -> Value? = { object in
            guard let value = try? Self.value(of: object), isIncluded(value) else { return nil }
            return value
        }
        return await bucket.live(LiveListBacklog(value, sortedBy: areInOrder))
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
    /// Returns the object with the difference between `before` and `after` applied. All other
    /// members are kept.
    func applyingDifference(from before: JSONObject, to after: JSONObject) -> JSONObject {
        var object = self
        for member in before where after[member.name] == nil { object[member.name] = nil }
        for member in after where before[member.name] != member.value {
            if case .object(let inner) = object[member.name],
                case .object(let earlier) = before[member.name],
                case .object(let later) = member.value
            {
                object[member.name] = .object(inner.applyingDifference(from: earlier, to: later))
            } else {
                object[member.name] = member.value
            }
        }
        return object
    }
}
