internal import SimperiumJSON

/// A cursor over the outer layers of a JSON text. It reads a message without building its tree, and
/// an unreadable value does not affect the other values. Each step gets the text, because a struct
/// can't store a span.
struct JSONCursor {
    private let command: WireCommandName
    private let limits: JSONLimits
    private var position = 0
    private var isAtStart = false

    /// Creates a cursor at the beginning of a payload. `limits` apply to the values' parsers.
    init(payloadOf command: WireCommandName, _ limits: JSONLimits) {
        self.command = command
        self.limits = limits
    }

    /// Steps into the next value and returns true if the value begins with `bracket`; otherwise
    /// returns false.
    mutating func enterContainerIfNext(
        _ bracket: Unicode.Scalar, in text: Span<UInt8>
    ) throws(WireError) -> Bool {
        guard try peekByte(in: text) == UInt8(ascii: bracket) else { return false }
        position += 1
        isAtStart = true
        return true
    }

    /// Steps to the next element and returns true; returns false after the last element.
    mutating func nextElement(in text: Span<UInt8>) throws(WireError) -> Bool {
        try advanceToElement(orPast: UInt8(ascii: "]"), in: text)
    }

    /// Steps to the next member's value and returns the range of the member's name; nil after the
    /// last member.
    mutating func nextMember(in text: Span<UInt8>) throws(WireError) -> Range<Int>? {
        guard try advanceToElement(orPast: UInt8(ascii: "}"), in: text) else { return nil }
        guard try peekByte(in: text) == .quote else { throw error(.unexpectedByte, at: position) }
        let start = position + 1
        try skipString(in: text)
        let name = start..<(position - 1)
        guard try peekByte(in: text) == .colon else { throw error(.unexpectedByte, at: position) }
        position += 1
        return name
    }

    /// Steps over a value and returns its range. The value may still be invalid JSON.
    mutating func skipValue(in text: Span<UInt8>) throws(WireError) -> Range<Int> {
        let first = try peekByte(in: text)
        let start = position
        switch first {
        case .quote: try skipString(in: text)
        case UInt8(ascii: "{"), UInt8(ascii: "["): try skipNested(in: text)
        default: try skipWord(in: text)
        }
        return start..<position
    }

    /// Steps over a value, and returns its outline, which is empty unless the value is an object.
    mutating func outline(in text: Span<UInt8>) throws(WireError) -> JSONOutline {
        var outline = JSONOutline(limits)
        guard try enterContainerIfNext("{", in: text) else {
            _ = try skipValue(in: text)
            return outline
        }
        try readMembers(into: &outline, in: text)
        return outline
    }

    /// Reads an object's members. Members that were read before an error stay in the outline.
    private mutating func readMembers(
        into outline: inout JSONOutline, in text: Span<UInt8>
    ) throws(WireError) {
        while let name = try nextMember(in: text) {
            let word = PackedWord(text.extracting(name))
            outline.append(name: word, value: try skipValue(in: text))
        }
    }

    /// Calls `handle` with the outline of the text's object, or of each element of the text's
    /// array.
    static func eachOutline(
        in text: Span<UInt8>, _ limits: JSONLimits,
        handle: (JSONOutline) throws(WireError) -> Void
    ) throws(WireError) {
        var cursor = JSONCursor(payloadOf: .change, limits)
        if try cursor.enterContainerIfNext("[", in: text) {
            while try cursor.nextElement(in: text) { try handle(cursor.outline(in: text)) }
        } else {
            try handle(cursor.outline(in: text))
        }
        try cursor.expectEnd(in: text)
    }

    /// Returns the outline of the first object in a text that may be truncated, with the object's
    /// complete members.
    static func firstOutline(in text: Span<UInt8>, _ limits: JSONLimits) -> JSONOutline {
        var cursor = JSONCursor(payloadOf: .change, limits)
        var outline = JSONOutline(limits)
        do throws(WireError) {
            if try cursor.enterContainerIfNext("[", in: text), try !cursor.nextElement(in: text) {
                return outline
            }
            guard try cursor.enterContainerIfNext("{", in: text) else { return outline }
            try cursor.readMembers(into: &outline, in: text)
        } catch {
            // The text was truncated here.
        }
        return outline
    }

    /// Calls `handle` with the range of each element, if the value at `range` is an array.
    static func eachElement(
        at range: Range<Int>, in text: Span<UInt8>, _ limits: JSONLimits,
        handle: (Range<Int>) -> Void
    ) throws(WireError) {
        let upToEnd = text.extracting(..<range.upperBound)
        var cursor = JSONCursor(payloadOf: .change, limits)
        cursor.position = range.lowerBound
        guard try cursor.enterContainerIfNext("[", in: upToEnd) else { return }
        while try cursor.nextElement(in: upToEnd) { handle(try cursor.skipValue(in: upToEnd)) }
    }

    /// Throws if anything but white space follows.
    mutating func expectEnd(in text: Span<UInt8>) throws(WireError) {
        skipSpace(in: text)
        guard position == text.count else { throw error(.trailingBytes, at: position) }
    }

    private func error(_ reason: JSONError.Reason, at offset: Int) -> WireError {
        .badJSON(of: command, JSONError(reason, at: offset))
    }

    private mutating func advanceToElement(
        orPast close: UInt8, in text: Span<UInt8>
    ) throws(WireError) -> Bool {
        let byte = try peekByte(in: text)
        defer { isAtStart = false }
        if !isAtStart, byte != close, byte != UInt8(ascii: ",") {
            throw error(.unexpectedByte, at: position)
        }
        if !isAtStart || byte == close { position += 1 }
        return byte != close
    }

    private mutating func skipString(in text: Span<UInt8>) throws(WireError) {
        var end = position + 1
        while end < text.count {
            let byte = text[end]
            end += 1
            if byte == .quote { return position = end }
            if byte == UInt8(ascii: "\\") { end += 1 }
        }
        throw error(.unexpectedEnd, at: text.count)
    }

    private mutating func skipNested(in text: Span<UInt8>) throws(WireError) {
        var depth = 0
        repeat {
            guard position < text.count else { throw error(.unexpectedEnd, at: text.count) }
            switch text[position] {
            case .quote:
                try skipString(in: text)
                continue
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
            default: break
            }
            position += 1
        } while depth > 0
    }

    /// Steps over a number, `true`, `false` or `null`, or over a word that the parser will refuse.
    private mutating func skipWord(in text: Span<UInt8>) throws(WireError) {
        let start = position
        while position < text.count, text[position].isPlain || text[position] == UInt8(ascii: "+") {
            position += 1
        }
        guard position > start else { throw error(.unexpectedByte, at: start) }
    }

    private mutating func peekByte(in text: Span<UInt8>) throws(WireError) -> UInt8 {
        skipSpace(in: text)
        guard position < text.count else { throw error(.unexpectedEnd, at: text.count) }
        return text[position]
    }

    private mutating func skipSpace(in text: Span<UInt8>) {
        while position < text.count, text[position].isSpace { position += 1 }
    }
}

extension UInt8 {
    fileprivate var isSpace: Bool {
        self == 0x20 || self == .lineFeed || self == 0x0D || self == 0x09
    }
}

/// The ranges of a JSON object's members. Names are compared byte by byte, because no client
/// escapes letters in names.
struct JSONOutline {
    private let limits: JSONLimits
    private var members: [(name: PackedWord, value: Range<Int>)] = []

    init(_ limits: JSONLimits) {
        self.limits = limits
        members.reserveCapacity(8)
    }

    mutating func append(name: PackedWord, value: Range<Int>) {
        members.append((name, value))
    }

    /// Returns the range of a member's value; nil if the member is missing or null. The last of
    /// several members with one name counts.
    func range(of name: PackedWord, in text: Span<UInt8>) -> Range<Int>? {
        guard let member = members.last(where: { $0.name == name }),
            PackedWord(text.extracting(member.value)) != .null
        else { return nil }
        return member.value
    }

    /// Returns the value of a member; nil if it is missing or null.
    func json(_ name: PackedWord, in text: Span<UInt8>) throws(JSONError) -> JSON? {
        guard let range = range(of: name, in: text) else { return nil }
        return try json(at: range, in: text)
    }

    private func json(at range: Range<Int>, in text: Span<UInt8>) throws(JSONError) -> JSON {
        let upToEnd = text.extracting(..<range.upperBound)
        return try JSON(parsing: upToEnd, from: range.lowerBound, limits: limits)
    }

    /// Returns a member as a diff, or the reason why its value is not a diff; nil if the member is
    /// missing or null. Throws if the value is not valid JSON.
    func diff(
        _ name: PackedWord, in text: Span<UInt8>
    ) throws(JSONError) -> Result<Diff, DiffError>? {
        guard let range = range(of: name, in: text) else { return nil }
        let upToEnd = text.extracting(..<range.upperBound)
        return try Diff.parse(upToEnd, from: range.lowerBound, limits: limits)
    }

    func object(_ name: PackedWord, in text: Span<UInt8>) -> JSONObject? {
        (try? json(name, in: text))?.object
    }

    func string(_ name: PackedWord, in text: Span<UInt8>) -> String? {
        range(of: name, in: text).flatMap { string(at: $0, in: text) }
    }

    /// Returns the valid change ids in `ccids`; none if it is not an array.
    func changeIDs(in text: Span<UInt8>) -> [ChangeID] {
        guard let range = range(of: .changeIDs, in: text) else { return [] }
        var ids: [ChangeID] = []
        do throws(WireError) {
            try JSONCursor.eachElement(at: range, in: text, limits) { element in
                if let id = string(at: element, in: text).flatMap(ChangeID.init) { ids.append(id) }
            }
        } catch {
            return []
        }
        return ids
    }

    private func string(at range: Range<Int>, in text: Span<UInt8>) -> String? {
        guard text[range.lowerBound] == .quote else { return nil }
        let inside = text.extracting((range.lowerBound + 1)..<(range.upperBound - 1))
        guard inside.firstIndex(of: UInt8(ascii: "\\")) == nil else {
            return (try? json(at: range, in: text))?.string
        }
        return inside.text
    }

    func wholeNumber(_ name: PackedWord, in text: Span<UInt8>) -> Int? {
        guard let range = range(of: name, in: text) else { return nil }
        return text.extracting(range).digits ?? (try? json(name, in: text))?.wholeNumber
    }
}
