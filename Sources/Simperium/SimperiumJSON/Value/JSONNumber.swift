/// A JSON number. It keeps its literal, and is compared by its exact value.
///
/// `1`, `1.0` and `1e0` are equal, and each is written again as it was read. Nothing is rounded:
/// two numbers of 20 digits that differ in the last digit are not equal.
public struct JSONNumber: Sendable {
    fileprivate enum IntegerOrLiteral {
        case integer(Int)
        case literal(JSONString)
    }

    fileprivate let storage: IntegerOrLiteral

    /// Creates an integer.
    public init(_ value: Int) {
        storage = .integer(value)
    }

    /// Creates a number; returns nil for infinity and not-a-number, which JSON can't represent.
    public init?(_ value: Double) {
        guard value.isFinite else { return nil }
        storage = .literal(JSONString(value.description))
    }

    init(wellFormed literal: JSONString) {
        storage = .literal(literal)
    }

    /// The approximate length of the literal in bytes.
    var estimatedLength: Int {
        switch storage {
        case .integer: 8
        case .literal(let literal): literal.utf8Count
        }
    }

    /// The value as an `Int`; nil if it is not whole or overflows.
    public var int: Int? {
        switch storage {
        case .integer(let value): value
        case .literal: decimal.int
        }
    }

    /// The nearest double; nil if the number is beyond the range of `Double`.
    public var double: Double? {
        switch storage {
        case .integer(let value): Double(value)
        case .literal(let literal): Double(literal.string).flatMap { $0.isFinite ? $0 : nil }
        }
    }

    /// The number as it was written.
    public var literal: JSONString {
        switch storage {
        case .integer(let value): JSONString(value.description)
        case .literal(let literal): literal
        }
    }

    private var decimal: Decimal { Decimal(literal.utf8) }
}

extension JSONNumber: Hashable {
    public static func == (left: JSONNumber, right: JSONNumber) -> Bool {
        switch (left.storage, right.storage) {
        case (.integer(let left), .integer(let right)): left == right
        case (.literal(let left), .literal(let right)) where left == right: true
        default: left.decimal == right.decimal
        }
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(decimal)
    }
}

extension JSONNumber: ExpressibleByIntegerLiteral, CustomStringConvertible {
    public init(integerLiteral value: Int) {
        self.init(value)
    }

    public var description: String { literal.string }
}

extension [UInt8] {
    package mutating func append(json number: JSONNumber) {
        switch number.storage {
        case .integer(let value): append(decimal: value)
        case .literal(let literal): append(utf8: literal)
        }
    }

    /// Appends `number` in decimal, without a detour through a `String`.
    package mutating func append(decimal number: Int) {
        if number < 0 { append(UInt8(ascii: "-")) }
        let magnitude = number.magnitude
        var unit: UInt = 1
        while magnitude / unit >= 10 { unit *= 10 }
        while unit > 0 {
            append(UInt8(ascii: "0") + UInt8(magnitude / unit % 10))
            unit /= 10
        }
    }
}

/// The exact value of a JSON number: `digits` × 10 to the power of `exponent`.
///
/// The form is unique: the digits have no leading or trailing zero, and zero has no digits.
struct Decimal: Hashable {
    private(set) var isNegative = false
    private(set) var digits: [UInt8] = []
    private(set) var exponent = 0

    /// Reads a number by JSON's grammar, with an exponent of at most 18 digits.
    init(_ literal: [UInt8]) {
        var written = 0
        var isFraction = false
        var index = 0
        while index < literal.count {
            let byte = literal[index]
            index += 1
            switch byte {
            case UInt8(ascii: "-"): isNegative = true
            case UInt8(ascii: "."): isFraction = true
            case UInt8(ascii: "e"), UInt8(ascii: "E"):
                written = Self.signedExponent(literal[index...])
                index = literal.count
            default:
                if byte != UInt8(ascii: "0") || !digits.isEmpty {
                    digits.append(byte - UInt8(ascii: "0"))
                }
                if isFraction { exponent -= 1 }
            }
        }
        normaliseWithWrittenExponent(written)
    }

    private mutating func normaliseWithWrittenExponent(_ written: Int) {
        exponent += written
        while digits.last == 0 {
            digits.removeLast()
            exponent += 1
        }
        if digits.isEmpty {
            isNegative = false
            exponent = 0
        }
    }

    private static func signedExponent(_ literal: ArraySlice<UInt8>) -> Int {
        var value = 0
        for byte in literal where byte >= UInt8(ascii: "0") {
            value = value * 10 + Int(byte - UInt8(ascii: "0"))
        }
        return literal.first == UInt8(ascii: "-") ? -value : value
    }

    var int: Int? {
        guard exponent >= 0, exponent <= 19 - digits.count else { return nil }
        var value = 0
        for digit in digits + [UInt8](repeating: 0, count: exponent) {
            let (shifted, overflows) = value.multipliedReportingOverflow(by: 10)
            let step = isNegative ? -Int(digit) : Int(digit)
            let (sum, overflowsAgain) = shifted.addingReportingOverflow(step)
            guard !overflows, !overflowsAgain else { return nil }
            value = sum
        }
        return value
    }
}
