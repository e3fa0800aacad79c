extension TextDelta {
    /// Reads a delta: `=5`, `-2` and `+text`, separated by tabs. Empty tokens are ignored.
    package init(_ encoded: JSONString) throws(DiffError) {
        for token in encoded.utf8.split(separator: UInt8(ascii: "\t")) {
            let operand = token.dropFirst()
            switch token.first {
            case UInt8(ascii: "="): appendKept(try Self.limitedCount(operand))
            case UInt8(ascii: "-"): appendDeletion(try Self.limitedCount(operand))
            case UInt8(ascii: "+"): appendInsertion(try Self.percentDecoded(operand))
            default: throw .badToken
            }
        }
    }

    /// The delta in its wire format.
    package var encoded: JSONString {
        var bytes: [UInt8] = []
        for replacement in replacements {
            bytes.appendCountUnlessZero("=", replacement.keptBefore)
            bytes.appendCountUnlessZero("-", replacement.deleted)
            guard !replacement.inserted.isEmpty else { continue }
            bytes.appendToken("+")
            for byte in replacement.inserted.utf8 { bytes.append(percentEncoding: byte) }
        }
        bytes.appendCountUnlessZero("=", rest)
        return JSONString(wellFormed: bytes)
    }

    /// Reads a count. It is limited, so that the sum of all counts in a delta can't overflow.
    private static func limitedCount(_ digits: ArraySlice<UInt8>) throws(DiffError) -> Int {
        guard let count = Int(digits: digits), count <= Int32.max else { throw .badToken }
        return count
    }

    /// Decodes a text with any escapes, because clients differ in the characters that they escape.
    private static func percentDecoded(_ text: ArraySlice<UInt8>) throws(DiffError) -> JSONString {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count)
        var rest = text
        while let byte = rest.popFirst() {
            guard byte < 0x80 else { throw .badEscape }
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let high = rest.popFirst()?.hexDigitValue,
                let low = rest.popFirst()?.hexDigitValue
            else { throw .badEscape }
            bytes.append(high << 4 | low)
        }
        guard let decoded = JSONString(utf8: bytes) else { throw .badEscape }
        return decoded
    }
}

extension [UInt8] {
    fileprivate mutating func appendCountUnlessZero(_ sign: Unicode.Scalar, _ count: Int) {
        guard count > 0 else { return }
        appendToken(sign)
        append(decimal: count)
    }

    /// Appends a tab between tokens, and the sign of the next token.
    fileprivate mutating func appendToken(_ sign: Unicode.Scalar) {
        if !isEmpty { append(UInt8(ascii: "\t")) }
        append(UInt8(ascii: sign))
    }

    fileprivate mutating func append(percentEncoding byte: UInt8) {
        guard !byte.isBare else { return append(byte) }
        append(UInt8(ascii: "%"))
        append((byte >> 4).hexDigit)
        append((byte & 15).hexDigit)
    }
}

extension UInt8 {
    /// True for the bytes that JavaScript's `encodeURI` leaves unescaped, and for the space, which
    /// jsondiff leaves unescaped.
    ///
    /// The set must be exact: JavaScript's `decodeURI` does not decode `%23` and similar escapes.
    fileprivate var isBare: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "&")...UInt8(ascii: ";"),
            UInt8(ascii: " "), UInt8(ascii: "!"), UInt8(ascii: "#"), UInt8(ascii: "$"),
            UInt8(ascii: "="), UInt8(ascii: "?"), UInt8(ascii: "@"), UInt8(ascii: "_"),
            UInt8(ascii: "~"):
            true
        default: false
        }
    }
}
