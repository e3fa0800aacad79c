internal import SimperiumJSON

extension UInt8 {
    static let colon = UInt8(ascii: ":")
    static let lineFeed = UInt8(ascii: "\n")
    static let quote = UInt8(ascii: "\"")

    var isDigit: Bool { (0x30...0x39).contains(self) }
    var isAlphanumeric: Bool { isDigit || (0x61...0x7A).contains(self | 0x20) }

    /// True for `A-Za-z0-9._-`, the characters that all kinds of names allow.
    var isPlain: Bool {
        isAlphanumeric || self == UInt8(ascii: ".") || self == UInt8(ascii: "_")
            || self == UInt8(ascii: "-")
    }

    /// True for visible ASCII that needs no escape in JSON and does not separate a frame's fields.
    var isField: Bool {
        (0x21...0x7E).contains(self) && self != .colon && self != .quote
            && self != UInt8(ascii: "\\")
    }

    fileprivate var needsNoEscape: Bool {
        self >= 0x20 && self != .quote && self != UInt8(ascii: "\\")
    }
}

extension Span where Element == UInt8 {
    func firstIndex(of byte: UInt8, from start: Int = 0) -> Int? {
        var index = start
        while index < count {
            if self[index] == byte { return index }
            index += 1
        }
        return nil
    }

    /// The bytes as text; nil if they are not UTF-8.
    var text: String? {
        guard let valid = try? UTF8Span(validating: self) else { return nil }
        return String(copying: valid)
    }

    /// The number, if the bytes are one to eighteen digits without leading zeros; otherwise nil.
    var digits: Int? {
        guard (1...18).contains(count), count == 1 || self[0] != UInt8(ascii: "0") else {
            return nil
        }
        var number = 0
        for index in indices {
            guard self[index].isDigit else { return nil }
            number = number * 10 + Int(self[index] & 15)
        }
        return number
    }

    func hasSameBytes(as word: String) -> Bool {
        let letters = word.utf8Span.span
        guard letters.count == count else { return false }
        for index in indices where self[index] != letters[index] { return false }
        return true
    }
}

extension String {
    /// The number, if the text has only digits and the number does not overflow; otherwise nil.
    var decimal: Int? {
        utf8.allSatisfy(\.isDigit) ? Int(self) : nil
    }

    /// Returns the longest prefix of whole Unicode scalars that has at most `longest` bytes.
    func byteLimitedPrefix(upTo longest: Int) -> String {
        guard utf8.count > longest else { return self }
        // An index inside a scalar is rounded down to its start.
        return String(self[..<utf8.index(utf8.startIndex, offsetBy: longest)])
    }

    fileprivate var needsNoEscape: Bool {
        let bytes = utf8.span
        for index in bytes.indices where !bytes[index].needsNoEscape { return false }
        return true
    }
}

/// Functions that write messages as bytes: compact, with each object's members in a fixed order.
extension [UInt8] {
    mutating func append(_ text: String) {
        append(contentsOf: text.utf8)
    }

    mutating func append(decimal number: Int) {
        append(number.description)
    }

    mutating func appendObject(_ write: (inout [UInt8]) -> Void) {
        append(UInt8(ascii: "{"))
        write(&self)
        append(UInt8(ascii: "}"))
    }

    /// Appends the command `o` with an object.
    mutating func appendOptions(_ write: (inout [UInt8]) -> Void) {
        append(WireCommandName.options)
        appendObject(write)
    }

    /// Appends a member's name, after a comma if it is not the first of its object. The name must
    /// need no escape.
    mutating func append(unescapedMemberName name: String) {
        if last != UInt8(ascii: "{") { append(UInt8(ascii: ",")) }
        append(.quote)
        append(name)
        append("\":")
    }

    mutating func append(member name: String, text: String?) {
        guard let text else { return }
        append(unescapedMemberName: name)
        append(quoted: text)
    }

    mutating func append(member name: String, number: Int?) {
        guard let number else { return }
        append(unescapedMemberName: name)
        append(decimal: number)
    }

    /// Appends a text as a JSON string. Nearly all texts need no escapes, and are copied as a
    /// whole.
    mutating func append(quoted text: String) {
        guard text.needsNoEscape else { return append(json: JSONString(text)) }
        append(.quote)
        append(text)
        append(.quote)
    }

    mutating func append(member name: String, json: JSON) {
        append(unescapedMemberName: name)
        append(json: json)
    }

    mutating func append(member name: String, object: JSONObject?) {
        guard let object else { return }
        append(unescapedMemberName: name)
        append(json: object)
    }

    mutating func append(member name: String, diff: Diff?) {
        guard let diff else { return }
        append(unescapedMemberName: name)
        append(json: diff)
    }

    mutating func append(member name: String, names: [some Name]) {
        append(member: name, list: names) { $1.append(quoted: $0.text) }
    }

    mutating func append<Entry>(
        member name: String, list: [Entry], _ write: (Entry, inout [UInt8]) -> Void
    ) {
        append(unescapedMemberName: name)
        append(list: list, write)
    }

    mutating func append<Entry>(list: [Entry], _ write: (Entry, inout [UInt8]) -> Void) {
        append(UInt8(ascii: "["))
        for (position, entry) in list.enumerated() {
            if position > 0 { append(UInt8(ascii: ",")) }
            write(entry, &self)
        }
        append(UInt8(ascii: "]"))
    }
}

extension JSONLimits {
    static let fromClient = JSONLimits(bytes: Limits.clientFrame, depth: Limits.depth)
    static let fromHub = JSONLimits(bytes: Limits.hubFrame, depth: Limits.hubDepth)
}

extension JSON {
    init(
        payload: Span<UInt8>, of command: WireCommandName, _ limits: JSONLimits
    ) throws(WireError) {
        do throws(JSONError) {
            try self.init(parsing: payload, limits: limits)
        } catch {
            throw .badJSON(of: command, error)
        }
    }

    /// The number, or the number in a string, because iOS sends `"sv":"3"`.
    var wholeNumber: Int? { int ?? string?.decimal }
}
