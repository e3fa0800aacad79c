extension JSON {
    /// The value as compact JSON.
    package var utf8: [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(json: self)
        return bytes
    }
}

extension JSONObject {
    package var utf8: [UInt8] {
        var bytes: [UInt8] = []
        // The extra capacity is for escapes, which few bytes need. Without it, appending the quote
        // after a long text would copy the text.
        let length = estimatedLength
        bytes.reserveCapacity(length + length / 32)
        bytes.append(json: self)
        return bytes
    }
}

extension [UInt8] {
    package mutating func append(json value: JSON) {
        switch value {
        case .null: append(contentsOf: "null".utf8)
        case .bool(true): append(contentsOf: "true".utf8)
        case .bool(false): append(contentsOf: "false".utf8)
        case .number(let number): append(json: number)
        case .string(let text): append(json: text)
        case .array(let elements): append(json: elements)
        case .object(let object): append(json: object)
        }
    }

    package mutating func append(json elements: [JSON]) {
        append(UInt8(ascii: "["))
        for (position, element) in elements.enumerated() {
            if position > 0 { append(UInt8(ascii: ",")) }
            append(json: element)
        }
        append(UInt8(ascii: "]"))
    }

    package mutating func append(json object: JSONObject) {
        append(UInt8(ascii: "{"))
        for (position, member) in object.enumerated() {
            if position > 0 { append(UInt8(ascii: ",")) }
            append(json: member.name)
            append(UInt8(ascii: ":"))
            append(json: member.value)
        }
        append(UInt8(ascii: "}"))
    }

    package mutating func append(json text: JSONString) {
        append(UInt8(ascii: "\""))
        append(escaping: text)
        append(UInt8(ascii: "\""))
    }
}

extension OutputSpan<UInt8> {
    /// Appends a byte of a JSON string; at most `longestEscape` bytes.
    @inline(__always)
    mutating func append(escaping byte: UInt8) {
        guard let letter = byte.escape else { return append(byte) }
        append(UInt8(ascii: "\\"))
        append(letter)
        guard letter == UInt8(ascii: "u") else { return }
        append(UInt8(ascii: "0"))
        append(UInt8(ascii: "0"))
        append((byte >> 4).hexDigit)
        append((byte & 15).hexDigit)
    }
}

extension UInt8 {
    /// The number of bytes of the longest escape in a JSON string.
    static let longestEscape = 6

    /// The hexadecimal digit of a number below 16.
    var hexDigit: UInt8 {
        self < 10 ? UInt8(ascii: "0") + self : UInt8(ascii: "A") + (self - 10)
    }

    /// True if the byte needs no escape in a JSON string.
    var isPlain: Bool {
        self >= 0x20 && self != UInt8(ascii: "\"") && self != UInt8(ascii: "\\")
    }

    /// The character after the backslash in the byte's escape; nil for a byte without an escape.
    fileprivate var escape: UInt8? {
        switch self {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"): self
        case 0x08: UInt8(ascii: "b")
        case 0x09: UInt8(ascii: "t")
        case 0x0A: UInt8(ascii: "n")
        case 0x0C: UInt8(ascii: "f")
        case 0x0D: UInt8(ascii: "r")
        case 0..<0x20: UInt8(ascii: "u")
        default: nil
        }
    }
}
