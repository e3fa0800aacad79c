/// A decoder that makes `Decodable` values from JSON.
///
/// It reads the output of `RecordEncoder`. Unknown members are ignored. A missing member is nil if
/// its type is optional, and an error otherwise.
public struct RecordDecoder: Sendable {
    /// A function that decodes types with their own JSON form, and returns nil for any other type.
    package typealias Substitution = @Sendable (any Decodable.Type, JSON) throws -> (any Decodable)?

    private let substitution: Substitution?

    public init() {
        substitution = nil
    }

    package init(substituting substitution: @escaping Substitution) {
        self.substitution = substitution
    }

    /// Returns a value from JSON. Throws if the JSON does not have the form of `type`.
    public func decode<Value: Decodable>(
        _ type: Value.Type, from json: JSON
    ) throws(RecordError) -> Value {
        do {
            let decoder = JSONDecoding(json: json, codingPath: [], substitution: substitution)
            return try decoder.value(type)
        } catch {
            throw RecordError(error)
        }
    }
}

struct JSONDecoding: Decoder {
    let json: JSON
    let codingPath: [any CodingKey]
    let substitution: RecordDecoder.Substitution?

    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(
        keyedBy type: Key.Type
    ) throws -> KeyedDecodingContainer<Key> {
        guard case .object(let members) = json else { throw mismatch(JSONObject.self, "an object") }
        return KeyedDecodingContainer(KeyedDecoding(members: members, decoder: self))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        guard case .array(let elements) = json else { throw mismatch([JSON].self, "a list") }
        return UnkeyedDecoding(elements: elements, decoder: self)
    }

    func singleValueContainer() -> any SingleValueDecodingContainer {
        SingleDecoding(decoder: self)
    }

    func nestedDecoder(_ json: JSON, _ key: any CodingKey) -> JSONDecoding {
        JSONDecoding(json: json, codingPath: codingPath + [key], substitution: substitution)
    }

    func value<Value: Decodable>(_ type: Value.Type) throws -> Value {
        if let substituted = try substitution?(type, json), let value = substituted as? Value {
            return value
        }
        guard let (found, expected) = primitive(type) else { return try Value(from: self) }
        if let value = found as? Value { return value }
        throw mismatch(type, expected ?? "a whole number that fits \(type)")
    }

    /// Returns the value of a primitive type, and a description of the expected JSON; nil for any
    /// other type. The value is nil if the JSON does not fit. The description is nil for integers.
    private func primitive(_ type: Any.Type) -> (value: Any?, expected: String?)? {
        if type == String.self { return (json.string, "a text") }
        if type == Bool.self { return (json.bool, "true or false") }
        if let type = type as? any FixedWidthInteger.Type {
            return (json.number?.exactInteger(type), nil)
        }
        if type == JSON.self { return (json, "JSON") }
        if type == JSONObject.self { return (json.object, "an object") }
        if type == JSONString.self { return (json.text, "a text") }
        if type == Double.self { return (json.double, "a number") }
        guard type == Float.self else { return nil }
        let float = json.number.flatMap { Float($0.literal.string) }
        return (float?.isFinite == true ? float : nil, "a number")
    }

    func mismatch(_ type: Any.Type, _ expected: String) -> DecodingError {
        DecodingError.typeMismatch(
            type, .init(codingPath: codingPath, debugDescription: "is not \(expected)"))
    }
}

extension JSONNumber {
    fileprivate func exactInteger<Integer: FixedWidthInteger>(_ type: Integer.Type) -> Any? {
        if let int { return Integer(exactly: int) }
        return Integer(literal.string)
    }
}
