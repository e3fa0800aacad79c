/// An object of a bucket, with its key.
public struct Keyed<Value: Sendable>: Identifiable, Sendable {
    public let key: ObjectKey
    public let value: Value

    public var id: ObjectKey { key }

    public init(_ key: ObjectKey, _ value: Value) {
        self.key = key
        self.value = value
    }
}

extension Keyed: Equatable where Value: Equatable {}
extension Keyed: Hashable where Value: Hashable {}
