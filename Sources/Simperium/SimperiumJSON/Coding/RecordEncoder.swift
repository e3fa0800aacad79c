/// An encoder that makes JSON from `Encodable` values.
///
/// Members keep the order and the names of their keys. An optional property that is nil is left
/// out. Integers of every width are written exactly. A number without a JSON literal, such as
/// infinity, is an error.
public struct RecordEncoder: Sendable {
    /// A function that returns a different form for a value; nil to encode the value as usual.
    package typealias Substitution = @Sendable (any Encodable) throws -> JSON?

    private let substitution: Substitution?

    public init() {
        substitution = nil
    }

    package init(substituting substitution: @escaping Substitution) {
        self.substitution = substitution
    }

    /// Returns a value as JSON. Throws for a number without a literal, such as infinity.
    public func encode(_ value: some Encodable) throws(RecordError) -> JSON {
        do {
            return try JSONEncoding(codingPath: [], substitution: substitution).json(of: value)
        } catch {
            throw RecordError(error)
        }
    }
}

/// A value that is being encoded. It is a class, because an earlier part may be completed after
/// later parts.
final class JSONBeingEncoded {
    enum NestedValue {
        case value(JSON)
        case draft(JSONBeingEncoded)

        var json: JSON {
            switch self {
            case .value(let json): json
            case .draft(let draft): draft.json
            }
        }
    }

    private enum PartialValue {
        case nothing
        case value(JSON)
        case members([(name: JSONString, part: NestedValue)])
        case elements([NestedValue])
    }

    private var content = PartialValue.nothing

    /// The value as far as it is encoded. A value that encodes nothing is an empty object.
    var json: JSON {
        switch content {
        case .nothing: .object([:])
        case .value(let json): json
        case .members(let members):
            .object(
                JSONObject(
                    members.map { JSONObject.Member(name: $0.name, value: $0.part.json) }))
        case .elements(let elements): .array(elements.map(\.json))
        }
    }

    var elementCount: Int {
        if case .elements(let elements) = content { elements.count } else { 0 }
    }

    func setValue(_ json: JSON) {
        content = .value(json)
    }

    func setToObject() {
        if case .members = content { return }
        content = .members([])
    }

    func setToArray() {
        if case .elements = content { return }
        content = .elements([])
    }

    func add(_ part: NestedValue, as name: JSONString) {
        guard case .members(var members) = content else {
            return content = .members([(name, part)])
        }
        content = .nothing  // Makes `members` the only reference, so that it grows in place.
        members.append((name, part))
        content = .members(members)
    }

    func add(_ part: NestedValue) {
        guard case .elements(var elements) = content else { return content = .elements([part]) }
        content = .nothing
        elements.append(part)
        content = .elements(elements)
    }
}

struct JSONEncoding: Encoder {
    let codingPath: [any CodingKey]
    let substitution: RecordEncoder.Substitution?
    var draft = JSONBeingEncoded()

    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        draft.setToObject()
        return KeyedEncodingContainer(KeyedEncoding(encoder: self))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        draft.setToArray()
        return UnkeyedEncoding(encoder: self)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer {
        SingleEncoding(encoder: self)
    }

    func nestedEncoder(_ key: any CodingKey) -> JSONEncoding {
        JSONEncoding(codingPath: codingPath + [key], substitution: substitution)
    }

    func json(of value: some Encodable) throws -> JSON {
        if let json = try substitution?(value) { return json }
        if let json = try primitiveJSON(of: value) { return json }
        try value.encode(to: self)
        return draft.json
    }

    /// Returns the JSON of a primitive value; nil for any other type. Throws for infinity and
    /// not-a-number.
    private func primitiveJSON(of value: some Encodable) throws -> JSON? {
        switch value {
        case let json as JSON: return json
        case let object as JSONObject: return .object(object)
        case let text as JSONString: return .string(text)
        case let text as String: return JSON(text)
        case let bool as Bool: return .bool(bool)
        case let integer as any FixedWidthInteger: return JSON(whole: integer)
        case let number as Double: return try jsonIfFinite(JSONNumber(number), number)
        case let number as Float:
            let literal = number.isFinite ? JSONString(number.description) : nil
            return try jsonIfFinite(literal.map(JSONNumber.init(wellFormed:)), number)
        default: return nil
        }
    }

    private func jsonIfFinite(_ number: JSONNumber?, _ value: some FloatingPoint) throws -> JSON {
        if let number { return .number(number) }
        let context = EncodingError.Context(
            codingPath: codingPath, debugDescription: "JSON has no number for \(value)")
        throw EncodingError.invalidValue(value, context)
    }
}

extension JSON {
    fileprivate init(whole number: some FixedWidthInteger) {
        guard let int = Int(exactly: number) else {
            self = .number(JSONNumber(wellFormed: JSONString(String(number))))
            return
        }
        self.init(int)
    }
}

/// The reason that a value can't be encoded as JSON, or that JSON can't be decoded as the requested
/// type.
public struct RecordError: Error, Hashable, Sendable {
    /// The path to the fault in the value: names and indexes, with dots between them; empty for the
    /// whole value.
    public let path: String
    /// The fault, without its path.
    public let reason: String

    init(_ error: any Error) {
        switch error {
        case DecodingError.typeMismatch(_, let context),
            DecodingError.valueNotFound(_, let context),
            DecodingError.keyNotFound(_, let context),
            DecodingError.dataCorrupted(let context):
            self.init(context.codingPath, context.debugDescription)
        case EncodingError.invalidValue(_, let context):
            self.init(context.codingPath, context.debugDescription)
        default: self.init([], "\(error)")
        }
    }

    private init(_ path: [any CodingKey], _ reason: String) {
        self.path = path.map(\.stringValue).joined(separator: ".")
        self.reason = reason
    }
}

extension RecordError: CustomStringConvertible {
    public var description: String { path.isEmpty ? reason : "\(path) \(reason)" }
}
