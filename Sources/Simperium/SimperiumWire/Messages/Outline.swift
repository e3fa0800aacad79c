internal import SimperiumJSON

/// A JSON object of which only the members' ranges in its text are known.
///
/// Names are compared as they are written: no client escapes the letters of the protocol's own.
struct Outline {
    private let limits: JSONLimits
    private var members: [(name: Word, value: Range<Int>)] = []

    init(_ limits: JSONLimits) {
        self.limits = limits
        members.reserveCapacity(8)
    }

    mutating func append(name: Word, value: Range<Int>) {
        members.append((name, value))
    }

    /// A member's text, or nil if there is none, or its value is `null`. The last one counts.
    func range(of name: Word, in text: Span<UInt8>) -> Range<Int>? {
        guard let member = members.last(where: { $0.name == name }),
            Word(text.extracting(member.value)) != .null
        else { return nil }
        return member.value
    }

    /// A member's value, if there is one.
    func json(_ name: Word, in text: Span<UInt8>) throws(JSONError) -> JSON? {
        guard let range = range(of: name, in: text) else { return nil }
        return try json(at: range, in: text)
    }

    private func json(at range: Range<Int>, in text: Span<UInt8>) throws(JSONError) -> JSON {
        let upToEnd = text.extracting(..<range.upperBound)
        return try JSON(parsing: upToEnd, from: range.lowerBound, limits: limits)
    }

    /// A member's value as a diff, if there is one.
    func diff(
        _ name: Word, in text: Span<UInt8>
    ) throws(JSONError) -> Result<Diff, DiffError>? {
        guard let range = range(of: name, in: text) else { return nil }
        let upToEnd = text.extracting(..<range.upperBound)
        return try Diff.reading(upToEnd, from: range.lowerBound, limits: limits)
    }

    /// A member's value, if it is an object.
    func object(_ name: Word, in text: Span<UInt8>) -> JSONObject? {
        (try? json(name, in: text))?.object
    }

    /// A member's text if it is one.
    func string(_ name: Word, in text: Span<UInt8>) -> String? {
        range(of: name, in: text).flatMap { string(at: $0, in: text) }
    }

    /// What can be made of the texts in a member's array, if it is one.
    func list<Element>(
        _ name: Word, in text: Span<UInt8>, of make: (String) -> Element?
    ) -> [Element] {
        guard let range = range(of: name, in: text) else { return [] }
        var list: [Element] = []
        do throws(WireError) {
            try JSONWalk.eachElement(at: range, in: text, of: .change, limits) { element in
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

    func wholeNumber(_ name: Word, in text: Span<UInt8>) -> Int? {
        guard let range = range(of: name, in: text) else { return nil }
        return text.extracting(range).digits ?? (try? json(name, in: text))?.wholeNumber
    }
}
