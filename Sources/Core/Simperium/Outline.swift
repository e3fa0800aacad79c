internal import JSONDiff

/// A JSON object of which only the members' places in its text are known.
///
/// Names are compared as they are written: nobody escapes the letters of the protocol's own.
struct Outline {
    private let limits: JSONLimits
    private var members: [(name: Range<Int>, value: Range<Int>)] = []

    init(_ limits: JSONLimits) {
        self.limits = limits
        members.reserveCapacity(8)
    }

    mutating func append(name: Range<Int>, value: Range<Int>) {
        members.append((name, value))
    }

    /// A member's text, or nil if there is none, or its value is `null`. The last one counts.
    func place(of name: String, in text: Span<UInt8>) -> Range<Int>? {
        guard let member = members.last(where: { text.extracting($0.name).spells(name) }),
            !text.extracting(member.value).spells("null")
        else { return nil }
        return member.value
    }

    /// A member's value, if there is one.
    func json(_ name: String, in text: Span<UInt8>) throws(JSONError) -> JSON? {
        guard let place = place(of: name, in: text) else { return nil }
        let upToEnd = text.extracting(..<place.upperBound)
        return try JSON(parsing: upToEnd, from: place.lowerBound, limits: limits)
    }

    /// A member's value, if it is an object.
    func object(_ name: String, in text: Span<UInt8>) -> JSONObject? {
        (try? json(name, in: text))?.object
    }

    /// A member's text if it is one.
    func string(_ name: String, in text: Span<UInt8>) -> String? {
        guard let place = place(of: name, in: text), text[place.lowerBound] == .quote else {
            return nil
        }
        let inside = text.extracting((place.lowerBound + 1)..<(place.upperBound - 1))
        guard inside.firstIndex(of: UInt8(ascii: "\\")) == nil else {
            return (try? json(name, in: text))?.string
        }
        return inside.text
    }

    func wholeNumber(_ name: String, in text: Span<UInt8>) -> Int? {
        (try? json(name, in: text))?.wholeNumber
    }
}
