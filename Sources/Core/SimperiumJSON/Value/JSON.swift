/// A JSON value that survives a round trip exactly: literals of numbers, order of members.
///
/// Equal are values that mean the same: numbers by value, objects whatever their order, texts by
/// their code units. A Boolean never equals a number.
package enum JSON: Hashable, Sendable {
    case null
    case bool(Bool)
    case number(JSONNumber)
    case string(JSONString)
    case array([JSON])
    case object(JSONObject)
}

extension JSON {
    package var isNull: Bool {
        if case .null = self { true } else { false }
    }

    package var bool: Bool? {
        if case .bool(let value) = self { value } else { nil }
    }

    package var number: JSONNumber? {
        if case .number(let number) = self { number } else { nil }
    }

    package var int: Int? { number?.int }
    package var double: Double? { number?.double }

    package var text: JSONString? {
        if case .string(let text) = self { text } else { nil }
    }

    package var string: String? { text?.string }

    package var array: [JSON]? {
        if case .array(let elements) = self { elements } else { nil }
    }

    package var object: JSONObject? {
        if case .object(let object) = self { object } else { nil }
    }

    /// A member of an object; nil if there is none, or this is no object.
    package subscript(name: JSONString) -> JSON? {
        object?[name]
    }

    package init(_ value: Int) {
        self = .number(JSONNumber(value))
    }

    package init(_ text: String) {
        self = .string(JSONString(text))
    }
}

extension [JSON] {
    /// The elements as whole numbers; nil if one of them is none.
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

extension JSON: ExpressibleByNilLiteral {
    package init(nilLiteral: ()) {
        self = .null
    }
}

extension JSON: ExpressibleByBooleanLiteral {
    package init(booleanLiteral value: Bool) {
        self = .bool(value)
    }
}

extension JSON: ExpressibleByIntegerLiteral {
    package init(integerLiteral value: Int) {
        self.init(value)
    }
}

extension JSON: ExpressibleByFloatLiteral {
    package init(floatLiteral value: Double) {
        guard let number = JSONNumber(value) else {
            preconditionFailure("JSON has no infinite numbers")
        }
        self = .number(number)
    }
}

extension JSON: ExpressibleByStringLiteral {
    package init(stringLiteral value: String) {
        self.init(value)
    }
}

extension JSON: ExpressibleByArrayLiteral {
    package init(arrayLiteral elements: JSON...) {
        self = .array(elements)
    }
}

extension JSON: ExpressibleByDictionaryLiteral {
    package init(dictionaryLiteral elements: (JSONString, JSON)...) {
        self = .object(JSONObject(elements.map { .init(name: $0.0, value: $0.1) }))
    }
}

extension JSON: CustomStringConvertible {
    package var description: String { String(decoding: utf8, as: UTF8.self) }
}
