internal import SimperiumJSON
internal import SimperiumWire

/// Something that happened, for the operator: one line of the log.
///
/// What a peer made up is in quotes, short, and of printable ASCII only. No secret is ever in one.
package struct LogEntry: Hashable, Sendable {
    package enum Level: String, Sendable {
        case info
        case warning
        case error
    }

    package enum Fact: Hashable, Sendable {
        case number(Int)
        /// One of our own words, or a name that can't do any harm.
        case word(String)
        /// What a peer made up.
        case quotation(String)
    }

    package let level: Level
    package let event: String
    package let facts: [Member]

    package struct Member: Hashable, Sendable {
        package let name: String
        package let fact: Fact
    }

    init(_ event: String, at level: Level, _ facts: [(String, Fact)] = []) {
        self.level = level
        self.event = event
        self.facts = facts.map(Member.init)
    }

    /// For people: `info authorized connection=7 bucket="Match"`.
    package var text: String {
        let words = facts.map { member in
            switch member.fact {
            case .number(let number): "\(member.name)=\(number)"
            case .word(let word): "\(member.name)=\(word)"
            case .quotation(let text): "\(member.name)=\"\(text.quoted)\""
            }
        }
        return ([level.rawValue, event] + words).joined(separator: " ")
    }

    /// For programs: an object on one line.
    package func json(time: String) -> String {
        var object: JSONObject = [
            "time": JSON(time), "level": JSON(level.rawValue), "event": JSON(event),
        ]
        for member in facts {
            object[JSONString(member.name)] =
                switch member.fact {
                case .number(let number): JSON(number)
                case .word(let word): JSON(word)
                case .quotation(let text): JSON(text.quoted)
                }
        }
        return "\(JSON.object(object))"
    }
}

extension String {
    /// The beginning, with all escaped that could confuse a terminal or end the quotation.
    fileprivate var quoted: String {
        Quotation(utf8Span.span).text.split(
            separator: "\"", omittingEmptySubsequences: false
        ).joined(separator: "'")
    }
}
