extension JSONParser {
    mutating func number(in text: Span<UInt8>) throws(JSONError) -> JSONNumber {
        let start = position
        let isNegative = consume("-", in: text)
        let digits = position
        var value = 0
        while let digit = nextDigit(in: text) {
            // May overflow, but then the literal is used below.
            value = value &* 10 &+ digit
        }
        try checkDigitsBeforePoint(digits..<position, in: text, isNegative: isNegative)
        let wholeEnd = position
        if position < text.count, text[position].beginsTail {
            try skipFraction(in: text)
            try skipExponent(in: text)
        }

        let isPlain = position == wholeEnd && position - digits <= 18
        guard isPlain, !(isNegative && value == 0) else {
            return JSONNumber(wellFormed: JSONString(wellFormed: text, start..<position))
        }
        return JSONNumber(isNegative ? -value : value)
    }

    /// Checks the digits before the point: at least one, and no leading zero.
    private func checkDigitsBeforePoint(
        _ digits: Range<Int>, in text: Span<UInt8>, isNegative: Bool
    ) throws(JSONError) {
        if digits.isEmpty {
            guard isNegative else { throw JSONError(.unexpectedByte, at: position) }
            throw missingDigit(in: text)
        }
        guard digits.count == 1 || text[digits.lowerBound] != UInt8(ascii: "0") else {
            throw JSONError(.badNumber, at: digits.lowerBound + 1)
        }
    }

    private mutating func skipFraction(in text: Span<UInt8>) throws(JSONError) {
        guard consume(".", in: text) else { return }
        guard nextDigit(in: text) != nil else { throw missingDigit(in: text) }
        while nextDigit(in: text) != nil {}
    }

    private mutating func skipExponent(in text: Span<UInt8>) throws(JSONError) {
        guard consume("e", in: text) || consume("E", in: text) else { return }
        if !consume("+", in: text) { _ = consume("-", in: text) }
        let digits = position
        while consume("0", in: text) {}
        let start = position
        while nextDigit(in: text) != nil {}
        guard position > digits else { throw missingDigit(in: text) }
        guard position - start <= 18 else { throw JSONError(.numberOutOfRange, at: start) }
    }

    private func missingDigit(in text: Span<UInt8>) -> JSONError {
        JSONError(position < text.count ? .badNumber : .unexpectedEnd, at: position)
    }

    private mutating func consume(_ character: Unicode.Scalar, in text: Span<UInt8>) -> Bool {
        guard position < text.count, text[position] == UInt8(ascii: character) else { return false }
        position += 1
        return true
    }

    private mutating func nextDigit(in text: Span<UInt8>) -> Int? {
        guard position < text.count else { return nil }
        let digit = text[position] &- UInt8(ascii: "0")
        guard digit < 10 else { return nil }
        position += 1
        return Int(digit)
    }
}

extension UInt8 {
    /// True for the first byte of a fraction or an exponent.
    fileprivate var beginsTail: Bool {
        self == UInt8(ascii: ".") || self | 0x20 == UInt8(ascii: "e")
    }
}
