internal import SimperiumJSON

/// The ranges of a JSON object's members in its text.
///
/// Names are compared byte by byte: no client escapes letters in the protocol's names.
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

    /// Returns the range of a member's value; nil if the member is missing or `null`. Of two
    /// members with one name, the last counts.
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

    /// Returns the value of a member as a diff; nil if it is missing or null.
    func diff(
        _ name: PackedWord, in text: Span<UInt8>
    ) throws(JSONError) -> Result<Diff, DiffError>? {
        guard let range = range(of: name, in: text) else { return nil }
        let upToEnd = text.extracting(..<range.upperBound)
        return try Diff.parse(upToEnd, from: range.lowerBound, limits: limits)
    }

    /// Returns the value of a member; nil unless it is an object.
    func object(_ name: PackedWord, in text: Span<UInt8>) -> JSONObject? {
        (try? json(name, in: text))?.object
    }

    /// Returns the value of a member; nil unless it is a string.
    func string(_ name: PackedWord, in text: Span<UInt8>) -> String? {
        range(of: name, in: text).flatMap { string(at: $0, in: text) }
    }

    /// Returns the results of `make` for the strings in a member's array, without nil results; an
    /// empty array for any other value.
    func stringElements<Element>(
        _ name: PackedWord, in text: Span<UInt8>, of make: (String) -> Element?
    ) -> [Element] {
        guard let range = range(of: name, in: text) else { return [] }
        var list: [Element] = []
        do throws(WireError) {
            try JSONCursor.eachElement(at: range, in: text, of: .change, limits) { element in
                if let made = string(at: element, in: text).flatMap(make) { list.append(made) }
            }
        } catch {
            return []
        }
        return list
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
