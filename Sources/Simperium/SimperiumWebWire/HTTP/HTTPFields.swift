/// The name of a field, such as `Content-Type`. Case is ignored.
package struct CaseInsensitiveFieldName: ExpressibleByStringLiteral, Sendable {
    let text: String

    package init(stringLiteral text: String) {
        self.text = text
    }
}

/// The fields of a message in their order, stored as bytes.
package struct HTTPFields: Sendable {
    private struct FieldRanges {
        let name: Range<Int>
        let value: Range<Int>
    }

    private var bytes: [UInt8] = []
    private var fields: [FieldRanges] = []

    package init() {}

    /// The value of the first field with this name; nil if there is none.
    package subscript(name: CaseInsensitiveFieldName) -> String? {
        valueRanges(named: name).first.map(text)
    }

    package func values(of name: CaseInsensitiveFieldName) -> [String] {
        valueRanges(named: name).map(text)
    }

    /// Returns true if the comma-separated values with this name contain `word`, ignoring case.
    package func hasListItem(_ word: String, in name: CaseInsensitiveFieldName) -> Bool {
        valueRanges(named: name).contains { value in
            bytes[value].split(separator: UInt8(ascii: ",")).contains {
                $0.trimmingBlanks.equalsIgnoringCase(word)
            }
        }
    }

    /// Adds a field. Control characters become spaces, so that no value starts a new line.
    package mutating func add(_ name: CaseInsensitiveFieldName, _ value: String) {
        precondition(name.text.utf8.allSatisfy(\.isToken), "\(name.text) is not a valid field name")
        append(name.text.utf8, value.utf8.map { $0.isText ? $0 : .space })
    }

    package mutating func add(_ others: HTTPFields) {
        for field in others.fields { append(others.bytes[field.name], others.bytes[field.value]) }
    }

    mutating func add(line: [UInt8]) throws(HTTPFault) {
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > 0,
            line[..<colon].allSatisfy(\.isToken)
        else { throw .badField }
        let value = line[(colon + 1)...].trimmingBlanks
        guard value.allSatisfy(\.isText) else { throw .badField }
        append(line[..<colon], value)
    }

    var byteCount: Int { bytes.count }

    func write(to output: inout [UInt8], except names: [CaseInsensitiveFieldName]) {
        for field in fields {
            let name = bytes[field.name]
            guard !names.contains(where: { name.equalsIgnoringCase($0.text) }) else { continue }
            output += name
            output += ": ".utf8
            output += bytes[field.value]
            output += "\r\n".utf8
        }
    }

    private mutating func append(_ name: some Collection<UInt8>, _ value: some Collection<UInt8>) {
        if fields.isEmpty { bytes.reserveCapacity(256) }
        let start = bytes.count
        bytes += name
        let middle = bytes.count
        bytes += value
        fields.append(FieldRanges(name: start..<middle, value: middle..<bytes.count))
    }

    private func valueRanges(named name: CaseInsensitiveFieldName) -> some Collection<Range<Int>> {
        fields.lazy.filter { bytes[$0.name].equalsIgnoringCase(name.text) }.map(\.value)
    }

    private func text(_ range: Range<Int>) -> String {
        String(decoding: bytes[range], as: UTF8.self)
    }
}

/// Two lists are equal if they have the same fields in the same order. The case of names is
/// ignored.
extension HTTPFields: Hashable {
    package static func == (left: HTTPFields, right: HTTPFields) -> Bool {
        left.comparable == right.comparable
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(comparable)
    }

    private var comparable: [[UInt8]] {
        fields.flatMap { [bytes[$0.name].map(\.lowercased), Array(bytes[$0.value])] }
    }
}

extension HTTPFields: ExpressibleByDictionaryLiteral {
    package init(dictionaryLiteral fields: (CaseInsensitiveFieldName, String)...) {
        for (name, value) in fields { add(name, value) }
    }
}
