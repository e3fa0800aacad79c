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
