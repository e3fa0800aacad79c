/// A decoder of values from JSON by their `Decodable` conformance.
///
/// It reads the output of `RecordEncoder`. Unknown members are ignored. A missing member is nil if
/// its type is optional, and an error otherwise.
public struct RecordDecoder: Sendable {
    /// A function that decodes types whose JSON form differs from their `Decodable` conformance. It
    /// returns nil for any other type.
    package typealias Substitution = @Sendable (any Decodable.Type, JSON) throws -> (any Decodable)?

    private let substitution: Substitution?

    /// Creates a decoder.
    public init() {
        substitution = nil
    }

    package init(substituting substitution: @escaping Substitution) {
        self.substitution = substitution
    }

    /// Returns a value from JSON. Throws if the JSON does not have the form of the type.
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

/// The decoder of one JSON value and the values in it.
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
        guard let literal = PrimitiveType(type) else { return try Value(from: self) }
        if let value = literal.value(of: json) as? Value { return value }
        throw mismatch(type, literal.words)
    }

    func mismatch(_ type: Any.Type, _ expected: String) -> DecodingError {
        DecodingError.typeMismatch(
            type, .init(codingPath: codingPath, debugDescription: "is not \(expected)"))
    }
}

/// A type that the decoder reads from JSON directly, without a call of its `Decodable` conformance.
private enum PrimitiveType {
    case json
    case object
    case text
    case string
    case bool
    case integer(any FixedWidthInteger.Type)
    case double
    case float

    init?(_ type: Any.Type) {
        if type == String.self {
            self = .string
        } else if type == Bool.self {
            self = .bool
        } else if let type = type as? any FixedWidthInteger.Type {
            self = .integer(type)
        } else if type == JSON.self {
            self = .json
        } else if type == JSONObject.self {
            self = .object
        } else if type == JSONString.self {
            self = .text
        } else if type == Double.self {
            self = .double
        } else if type == Float.self {
            self = .float
        } else {
            return nil
        }
    }

    func value(of json: JSON) -> Any? {
        switch self {
        case .json: json
        case .object: json.object
        case .text: json.text
        case .string: json.string
        case .bool: json.bool
        case .integer(let type): json.number?.whole(type)
        case .double: json.double
        case .float: (json.number?.literal.string).flatMap(Float.init).flatMap(\.ifFinite)
        }
    }

    var words: String {
        switch self {
        case .json: "JSON"
        case .object: "an object"
        case .text, .string: "a text"
        case .bool: "true or false"
        case .integer(let type): "a whole number that fits \(type)"
        case .double, .float: "a number"
        }
    }
}

extension JSONNumber {
    fileprivate func whole<Integer: FixedWidthInteger>(_ type: Integer.Type) -> Any? {
        if let int { return Integer(exactly: int) }
        return Integer(literal.string)
    }
}

extension Float {
    fileprivate var ifFinite: Float? { isFinite ? self : nil }
}
