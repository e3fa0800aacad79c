internal import SimperiumJSON

/// Functions that write messages as bytes: compact, with each object's members in a fixed order.
extension [UInt8] {
    mutating func append(_ text: String) {
        append(contentsOf: text.utf8)
    }

    mutating func append(decimal number: Int) {
        append(number.description)
    }

    /// Appends an object with the members that `write` appends.
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

    /// Appends a member's name, after a comma if it is not the first of its object.
    mutating func append(member name: String) {
        if last != UInt8(ascii: "{") { append(UInt8(ascii: ",")) }
        append(.quote)
        append(name)
        append("\":")
    }

    mutating func append(member name: String, text: String?) {
        guard let text else { return }
        append(member: name)
        append(quoted: text)
    }

    mutating func append(member name: String, number: Int?) {
        guard let number else { return }
        append(member: name)
        append(decimal: number)
    }

    /// Appends a quoted text. It is fast for a text without escapes, as nearly all are.
    mutating func append(quoted text: String) {
        guard text.standsForItself else { return append(json: JSONString(text)) }
        append(.quote)
        append(text)
        append(.quote)
    }

    mutating func append(member name: String, json: JSON) {
        append(member: name)
        append(json: json)
    }

    mutating func append(member name: String, object: JSONObject?) {
        guard let object else { return }
        append(member: name)
        append(json: object)
    }

    mutating func append(member name: String, diff: Diff?) {
        guard let diff else { return }
        append(member: name)
        append(json: diff)
    }

    mutating func append(member name: String, names: [some Name]) {
        append(member: name, list: names) { $1.append(quoted: $0.text) }
    }

    mutating func append<Entry>(
        member name: String, list: [Entry], _ write: (Entry, inout [UInt8]) -> Void
    ) {
        append(member: name)
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

extension UInt8 {
    fileprivate var standsForItself: Bool {
        self >= 0x20 && self != .quote && self != UInt8(ascii: "\\")
    }
}

extension String {
    fileprivate var standsForItself: Bool {
        let bytes = utf8.span
        for index in bytes.indices where !bytes[index].standsForItself { return false }
        return true
    }
}
