extension JSON {
    /// Parses the JSON text in `bytes` from `start` to the end. White space around the JSON is
    /// allowed.
    ///
    /// The offset in an error is an index of `bytes`, independent of `start`.
    package init(
        parsing bytes: Span<UInt8>, from start: Int = 0, limits: JSONLimits = .standard
    ) throws(JSONError) {
        var parser = JSONParser(start: start, limits: limits)
        self = try parser.document(in: bytes)
    }

    package init(
        parsing bytes: [UInt8], from start: Int = 0, limits: JSONLimits = .standard
    ) throws(JSONError) {
        try self.init(parsing: bytes.span, from: start, limits: limits)
    }

    /// Parses a text of up to 4 MiB, with objects and arrays nested up to 64 deep.
    public init(text: String) throws(JSONError) {
        try self.init(parsing: text.utf8Span.span)
    }
}

/// A recursive-descent parser. Each step gets the text, because a struct can't store a span.
struct JSONParser {
    /// The initial capacity of `members`, enough for most texts.
    private static let usualCount = 16
    /// The maximum number of an array's elements that the parser reserves memory for in advance.
    /// They take about 100 KB. Without a maximum, an invalid text could make the parser reserve too
    /// much. Longer arrays grow during parsing.
    private static let mostReservedElements = 4_096

    let limits: JSONLimits
    var position: Int
    var depth = 0
    /// The members of all objects that are still open. A closed object's list is copied out, so it
    /// is allocated once, at its final size.
    private var members: [JSONObject.Member] = []

    init(start: Int, limits: JSONLimits) {
        position = start
        self.limits = limits
    }

    mutating func document(in text: Span<UInt8>) throws(JSONError) -> JSON {
        guard text.count - position <= limits.bytes else {
            throw JSONError(.tooLarge, at: position + limits.bytes)
        }
        try checkUTF8(in: text)
        let value = try value(in: text)
        skipSpace(in: text)
        guard position == text.count else { throw JSONError(.trailingBytes, at: position) }
        return value
    }

    func checkUTF8(in text: Span<UInt8>) throws(JSONError) {
        do {
            _ = try UTF8Span(validating: text.extracting(position...))
        } catch {
            throw JSONError(.badUTF8, at: position + error.byteOffsets.lowerBound)
        }
    }

    mutating func value(in text: Span<UInt8>) throws(JSONError) -> JSON {
        skipSpace(in: text)
        switch try peek(in: text) {
        case UInt8(ascii: "\""): return .string(try string(in: text))
        case UInt8(ascii: "{"): return .object(try object(in: text))
        case UInt8(ascii: "["): return .array(try array(in: text))
        case UInt8(ascii: "t"): return try keyword("true", meaning: true, in: text)
        case UInt8(ascii: "f"): return try keyword("false", meaning: false, in: text)
        case UInt8(ascii: "n"): return try keyword("null", meaning: nil, in: text)
        default: return .number(try number(in: text))
        }
    }

    private mutating func keyword(
        _ word: String, meaning value: JSON, in text: Span<UInt8>
    ) throws(JSONError) -> JSON {
        for byte in word.utf8 { try expect(byte, in: text) }
        return value
    }

    private mutating func array(in text: Span<UInt8>) throws(JSONError) -> [JSON] {
        try enterContainer()
        var elements: [JSON] = []
        elements.reserveCapacity(estimatedElementCount(in: text))
        if try !consumeClose(UInt8(ascii: "]"), in: text) {
            repeat {
                elements.append(try value(in: text))
            } while try consumeSeparator(before: UInt8(ascii: "]"), in: text)
        }
        depth -= 1
        return elements
    }

    /// Returns an estimate of an array's length: at least one and at most `mostReservedElements`.
    /// Within this range, the estimate is exact for an array of numbers.
    private func estimatedElementCount(in text: Span<UInt8>) -> Int {
        var count = 1
        for index in position..<text.count {
            switch text[index] {
            case UInt8(ascii: ","):
                count += 1
                if count == Self.mostReservedElements { return count }
            case UInt8(ascii: "]"), UInt8(ascii: "["), UInt8(ascii: "{"), UInt8(ascii: "\""):
                return count
            default: break
            }
        }
        return count
    }

    private mutating func object(in text: Span<UInt8>) throws(JSONError) -> JSONObject {
        try enterContainer()
        let first = members.count
        if first == 0 { members.reserveCapacity(Self.usualCount) }
        if try !consumeClose(UInt8(ascii: "}"), in: text) {
            repeat {
                members.append(try member(in: text))
            } while try consumeSeparator(before: UInt8(ascii: "}"), in: text)
        }
        depth -= 1
        defer { members.removeSubrange(first...) }
        return JSONObject(Array(members[first...]))
    }

    private mutating func member(in text: Span<UInt8>) throws(JSONError) -> JSONObject.Member {
        let name = try memberName(in: text)
        return JSONObject.Member(name: name, value: try value(in: text))
    }

    /// Reads a member's name and stops at its value.
    mutating func memberName(in text: Span<UInt8>) throws(JSONError) -> JSONString {
        skipSpace(in: text)
        guard try peek(in: text) == UInt8(ascii: "\"") else {
            throw JSONError(.unexpectedByte, at: position)
        }
        let name = try string(in: text)
        skipSpace(in: text)
        try expect(UInt8(ascii: ":"), in: text)
        skipSpace(in: text)
        return name
    }

    mutating func enterContainer() throws(JSONError) {
        guard depth < limits.depth else { throw JSONError(.tooDeep, at: position) }
        depth += 1
        position += 1
    }

    /// Steps over `close` and returns true if the array or object is empty.
    mutating func consumeClose(
        _ close: UInt8, in text: Span<UInt8>
    ) throws(JSONError) -> Bool {
        skipSpace(in: text)
        guard try peek(in: text) == close else { return false }
        position += 1
        return true
    }

    /// Steps over a comma, or over `close`, and returns true for a comma.
    mutating func consumeSeparator(
        before close: UInt8, in text: Span<UInt8>
    ) throws(JSONError) -> Bool {
        skipSpace(in: text)
        let byte = try peek(in: text)
        guard byte == close || byte == UInt8(ascii: ",") else {
            throw JSONError(.unexpectedByte, at: position)
        }
        position += 1
        return byte != close
    }

    mutating func skipSpace(in text: Span<UInt8>) {
        while position < text.count, text[position].isSpace { position += 1 }
    }

    func peek(in text: Span<UInt8>) throws(JSONError) -> UInt8 {
        guard position < text.count else { throw JSONError(.unexpectedEnd, at: position) }
        return text[position]
    }

    mutating func expect(_ byte: UInt8, in text: Span<UInt8>) throws(JSONError) {
        guard try peek(in: text) == byte else { throw JSONError(.unexpectedByte, at: position) }
        position += 1
    }
}

extension UInt8 {
    fileprivate var isSpace: Bool {
        self == 0x20 || self == 0x0A || self == 0x0D || self == 0x09
    }

    /// True for the first byte of a fraction or an exponent.
    fileprivate var beginsTail: Bool {
        self == UInt8(ascii: ".") || self | 0x20 == UInt8(ascii: "e")
    }

    var hexDigitValue: UInt8? {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}

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
            throw missingDigitError(in: text)
        }
        guard digits.count == 1 || text[digits.lowerBound] != UInt8(ascii: "0") else {
            throw JSONError(.badNumber, at: digits.lowerBound + 1)
        }
    }

    private mutating func skipFraction(in text: Span<UInt8>) throws(JSONError) {
        guard consume(".", in: text) else { return }
        guard nextDigit(in: text) != nil else { throw missingDigitError(in: text) }
        while nextDigit(in: text) != nil {}
    }

    private mutating func skipExponent(in text: Span<UInt8>) throws(JSONError) {
        guard consume("e", in: text) || consume("E", in: text) else { return }
        if !consume("+", in: text) { _ = consume("-", in: text) }
        let digits = position
        while consume("0", in: text) {}
        let start = position
        while nextDigit(in: text) != nil {}
        guard position > digits else { throw missingDigitError(in: text) }
        guard position - start <= 18 else { throw JSONError(.numberOutOfRange, at: start) }
    }

    private func missingDigitError(in text: Span<UInt8>) -> JSONError {
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

    /// Reads the character of a `\u` escape, or of two such escapes that form a surrogate pair.
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

/// The maximum size in bytes and the maximum nesting depth of a text that a parser accepts.
package struct JSONLimits: Hashable, Sendable {
    /// The deepest nesting that recursive code can walk without overflowing the stack.
    package static let deepest = 512

    /// The default limits. They admit every object that a hub accepts; frames have other limits.
    package static let standard = JSONLimits(bytes: 4 << 20, depth: 64)

    package var bytes: Int
    package var depth: Int

    package init(bytes: Int, depth: Int) {
        precondition(depth <= Self.deepest, "a value this deep would overflow the stack")
        self.bytes = bytes
        self.depth = depth
    }
}

/// The reason that a text is refused, and the offset of the fault. The text is not JSON, or exceeds
/// a limit.
public struct JSONError: Error, Hashable, Codable, Sendable {
    /// The kinds of faults: invalid JSON, or an exceeded limit.
    @nonexhaustive public enum Reason: Hashable, Codable, Sendable {
        case badEscape
        case badNumber
        case badUTF8
        case controlCharacter
        case loneSurrogate
        /// An exponent of 19 digits or more, not counting leading zeros. No peer sends one.
        case numberOutOfRange
        case tooDeep
        case tooLarge
        /// Bytes after a complete value.
        case trailingBytes
        case unexpectedByte
        case unexpectedEnd
    }

    public let reason: Reason
    /// The offset of the fault in the parsed buffer, in bytes. For an unexpected end, it is the
    /// buffer's length.
    public let offset: Int

    package init(_ reason: Reason, at offset: Int) {
        self.reason = reason
        self.offset = offset
    }
}
