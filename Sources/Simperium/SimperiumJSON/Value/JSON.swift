// SimperiumJSON: JSON values, exact to the literal; and diffs: make, apply, rebase.
// Not here: changes, which carry diffs (SimperiumWire).
// Start with `JSON`; then `JSONObject`, `Diff`, `TextDelta`.

/// A JSON value that survives a round trip exactly, with the literals of numbers and the order of
/// members.
///
/// Values are equal if they mean the same: numbers by value, objects in any order, texts by their
/// UTF-8 bytes. A Boolean never equals a number.
public enum JSON: Hashable, Sendable {
    case null
    case bool(Bool)
    case number(JSONNumber)
    case string(JSONString)
    case array([JSON])
    case object(JSONObject)

    /// True for `null`.
    public var isNull: Bool {
        if case .null = self { true } else { false }
    }

    /// The value of `true` or `false`; nil for other values.
    public var bool: Bool? {
        if case .bool(let value) = self { value } else { nil }
    }

    /// The exact number; nil for other values.
    public var number: JSONNumber? {
        if case .number(let number) = self { number } else { nil }
    }

    /// The number, if it is an integer in the range of `Int`; otherwise nil.
    public var int: Int? { number?.int }
    /// The number, rounded to a `Double`; nil for other values, and for a number beyond the range
    /// of `Double`.
    public var double: Double? { number?.double }

    /// The exact text; nil for other values.
    public var text: JSONString? {
        if case .string(let text) = self { text } else { nil }
    }

    /// The text as a `String`; nil for other values.
    public var string: String? { text?.string }

    /// The elements of an array; nil for other values.
    public var array: [JSON]? {
        if case .array(let elements) = self { elements } else { nil }
    }

    /// The object; nil for other values.
    public var object: JSONObject? {
        if case .object(let object) = self { object } else { nil }
    }

    /// A member of an object; nil if the member is missing, or if this value is not an object.
    public subscript(name: JSONString) -> JSON? {
        object?[name]
    }

    /// Creates a number.
    public init(_ value: Int) {
        self = .number(JSONNumber(value))
    }

    /// Creates a text.
    public init(_ text: String) {
        self = .string(JSONString(text))
    }
}

extension [JSON] {
    /// The elements as integers; nil if any element is not an integer in the range of `Int`.
    package var ints: [Int]? {
        var ints: [Int] = []
        ints.reserveCapacity(count)
        for index in indices {
            guard case .number(let number) = self[index], let int = number.int else { return nil }
            ints.append(int)
        }
        return ints
    }
}

extension JSON: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByFloatLiteral, ExpressibleByStringInterpolation, ExpressibleByArrayLiteral,
    ExpressibleByDictionaryLiteral, CustomStringConvertible
{
    public init(nilLiteral: ()) {
        self = .null
    }

    public init(booleanLiteral value: Bool) {
        self = .bool(value)
    }

    public init(integerLiteral value: Int) {
        self.init(value)
    }

    public init(floatLiteral value: Double) {
        guard let number = JSONNumber(value) else {
            preconditionFailure("JSON has no infinite numbers")
        }
        self = .number(number)
    }

    public init(stringLiteral value: String) {
        self.init(value)
    }

    public init(arrayLiteral elements: JSON...) {
        self = .array(elements)
    }

    public init(dictionaryLiteral elements: (JSONString, JSON)...) {
        self = .object(JSONObject(elements.map { .init(name: $0.0, value: $0.1) }))
    }

    public var description: String { String(decoding: utf8, as: UTF8.self) }
}
