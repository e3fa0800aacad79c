/// The exact value of a JSON number: `digits` × 10 to the power of `exponent`.
///
/// The form is unique: the digits have no leading or trailing zero, and zero has no digits.
struct Decimal: Hashable {
    private(set) var isNegative = false
    private(set) var digits: [UInt8] = []
    private(set) var exponent = 0

    /// Reads a literal, which must be a number by JSON's grammar, with an exponent of at most 18
    /// digits.
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

    /// The value as an `Int`; nil if it is not whole or overflows.
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
