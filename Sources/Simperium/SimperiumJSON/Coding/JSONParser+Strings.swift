extension JSONParser {
    /// Reads a string, beginning at its opening quote.
    mutating func string(in text: Span<UInt8>) throws(JSONError) -> JSONString {
        position += 1
        let start = position
        while true {
            let byte = try peek(in: text)
            if byte == UInt8(ascii: "\"") { break }
            if byte == UInt8(ascii: "\\") { return try escapedString(in: text, from: start) }
            guard byte >= 0x20 else { throw JSONError(.controlCharacter, at: position) }
            position += 1
        }
        position += 1
        return JSONString(wellFormed: text, start..<(position - 1))
    }

    /// Reads a string with escapes, which are rare. `position` is at the first escape.
    private mutating func escapedString(
        in text: Span<UInt8>, from start: Int
    ) throws(JSONError) -> JSONString {
        var bytes: [UInt8] = []
        for index in start..<position { bytes.append(text[index]) }
        while true {
            let byte = try peek(in: text)
            position += 1
            switch byte {
            case UInt8(ascii: "\""): return JSONString(wellFormed: bytes)
            case UInt8(ascii: "\\"): try decodeEscape(in: text, into: &bytes)
            case 0..<0x20: throw JSONError(.controlCharacter, at: position - 1)
            default: bytes.append(byte)
            }
        }
    }

    private mutating func decodeEscape(
        in text: Span<UInt8>, into bytes: inout [UInt8]
    ) throws(JSONError) {
        let letter = try peek(in: text)
        position += 1
        switch letter {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): bytes.append(letter)
        case UInt8(ascii: "b"): bytes.append(0x08)
        case UInt8(ascii: "f"): bytes.append(0x0C)
        case UInt8(ascii: "n"): bytes.append(0x0A)
        case UInt8(ascii: "r"): bytes.append(0x0D)
        case UInt8(ascii: "t"): bytes.append(0x09)
        case UInt8(ascii: "u"): bytes.append(contentsOf: try unicodeEscape(in: text).utf8)
        default: throw JSONError(.badEscape, at: position - 1)
        }
    }

    /// Reads the character of a `\u` escape, or of two that form a surrogate pair.
    private mutating func unicodeEscape(in text: Span<UInt8>) throws(JSONError) -> Character {
        let start = position - 2
        let unit = try hexUnit(in: text)
        if let scalar = Unicode.Scalar(unit) { return Character(scalar) }
        let isPaired =
            UTF16.isLeadSurrogate(unit) && position + 1 < text.count
            && text[position] == UInt8(ascii: "\\") && text[position + 1] == UInt8(ascii: "u")
        guard isPaired else { throw JSONError(.loneSurrogate, at: start) }
        position += 2
        let second = try hexUnit(in: text)
        guard UTF16.isTrailSurrogate(second) else { throw JSONError(.loneSurrogate, at: start) }
        return Character(UTF16.decode(UTF16.EncodedScalar([unit, second])))
    }

    private mutating func hexUnit(in text: Span<UInt8>) throws(JSONError) -> UInt16 {
        var unit: UInt16 = 0
        for _ in 0..<4 {
            guard let digit = try peek(in: text).hexDigitValue else {
                throw JSONError(.badEscape, at: position)
            }
            unit = unit << 4 | UInt16(digit)
            position += 1
        }
        return unit
    }
}

extension UInt8 {
    var hexDigitValue: UInt8? {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
