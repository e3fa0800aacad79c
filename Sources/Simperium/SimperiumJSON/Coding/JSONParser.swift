extension JSON {
    /// Parses the JSON text in `bytes` from `start` to the end. White space around it is allowed.
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
}

extension JSON {
    /// Parses a text of up to 4 MiB, with objects and arrays nested up to 64 deep.
    public init(text: String) throws(JSONError) {
        try self.init(parsing: text.utf8Span.span)
    }
}

/// A recursive-descent parser. Each step gets the text as a parameter, because a struct can't store
/// a span.
struct JSONParser {
    /// The initial capacity of `members`, enough for most texts.
    private static let usualCount = 16

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
        case UInt8(ascii: "t"): return try word("true", meaning: true, in: text)
        case UInt8(ascii: "f"): return try word("false", meaning: false, in: text)
        case UInt8(ascii: "n"): return try word("null", meaning: nil, in: text)
        default: return .number(try number(in: text))
        }
    }

    private mutating func word(
        _ word: String, meaning value: JSON, in text: Span<UInt8>
    ) throws(JSONError) -> JSON {
        for byte in word.utf8 { try expect(byte, in: text) }
        return value
    }

    private mutating func array(in text: Span<UInt8>) throws(JSONError) -> [JSON] {
        try enterNesting()
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

    /// Returns an estimate of an array's length: the number of elements up to the next bracket or
    /// string, and at least one. It is exact for a non-empty array of numbers.
    private func estimatedElementCount(in text: Span<UInt8>) -> Int {
        var count = 1
        for index in position..<text.count {
            switch text[index] {
            case UInt8(ascii: ","): count += 1
            case UInt8(ascii: "]"), UInt8(ascii: "["), UInt8(ascii: "{"), UInt8(ascii: "\""):
                return count
            default: break
            }
        }
        return count
    }

    private mutating func object(in text: Span<UInt8>) throws(JSONError) -> JSONObject {
        try enterNesting()
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

    mutating func enterNesting() throws(JSONError) {
        guard depth < limits.depth else { throw JSONError(.tooDeep, at: position) }
        depth += 1
        position += 1
    }

    /// Steps over `close` and returns true, if the array or object is empty; otherwise returns
    /// false.
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
}
