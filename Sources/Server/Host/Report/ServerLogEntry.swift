internal import SimperiumJSON
internal import SimperiumWire

/// An event for the operator: one line of the log.
///
/// Text from a peer is quoted, shortened, and reduced to printable ASCII. An entry never contains a
/// secret.
package struct ServerLogEntry: Hashable, Sendable {
    package enum LogSeverity: String, Sendable {
        case info
        case warning
        case error
    }

    package enum LogFieldValue: Hashable, Sendable {
        case number(Int)
        /// A word of this program, or a harmless name.
        case word(String)
        /// Text from a peer.
        case quotation(String)
        /// A user's name, the fingerprint of a key, or an address, from a peer. It may be longer
        /// than a quotation, so that an operator can use it in a command.
        case name(String)
        /// A sentence of this program. It may be longer than a quotation.
        case sentence(String)

        /// The value in the log, without quotation marks.
        fileprivate var text: String {
            switch self {
            case .number(let number): "\(number)"
            case .word(let word): word
            case .quotation(let text): text.quoted()
            case .name(let text): text.quotedSentence(upTo: ServerLogEntry.longestName)
            case .sentence(let text): text.quotedSentence(upTo: ServerLogEntry.longestSentence)
            }
        }
    }

    /// The maximum number of characters of a sentence. A sentence may contain a file's path and a
    /// peer's text.
    private static let longestSentence = 600
    /// The maximum number of characters of a name.
    private static let longestName = AccountForm.longest

    package let level: LogSeverity
    package let event: String
    package let facts: [LogField]

    package struct LogField: Hashable, Sendable {
        package let name: String
        package let value: LogFieldValue
    }

    init(_ event: String, at level: LogSeverity, _ facts: [(String, LogFieldValue)] = []) {
        self.level = level
        self.event = event
        self.facts = facts.map(LogField.init)
    }

    /// The line for people: `info authorized connection=7 bucket="Match"`.
    package var text: String {
        let words = facts.map { member in
            switch member.value {
            case .number, .word: "\(member.name)=\(member.value.text)"
            case .quotation, .name, .sentence: "\(member.name)=\"\(member.value.text)\""
            }
        }
        return ([level.rawValue, event] + words).joined(separator: " ")
    }

    /// Returns the line for programs, a JSON object. A name with several values has an array of
    /// them.
    package func json(time: String) -> String {
        var object: JSONObject = [
            "time": JSON(time), "level": JSON(level.rawValue), "event": JSON(event),
        ]
        for member in facts {
            let name = JSONString(member.name)
            let value =
                if case .number(let number) = member.value {
                    JSON(number)
                } else {
                    JSON(member.value.text)
                }
            switch object[name] {
            case nil: object[name] = value
            case .array(let values)?: object[name] = .array(values + [value])
            case let first?: object[name] = .array([first, value])
            }
        }
        return "\(JSON.object(object))"
    }
}

extension String {
    /// Returns the beginning of the text in printable ASCII. Other bytes and backslashes are
    /// escaped, and double quotes become single quotes.
    fileprivate func quoted(atMost limit: Int = Limits.quotation) -> String {
        QuotedExcerpt(utf8Span.span, atMost: limit).text.split(
            separator: "\"", omittingEmptySubsequences: false
        ).joined(separator: "'")
    }

    /// Returns the beginning of the text, as `quoted` does, but cuts the result again if escapes
    /// make the result longer than `limit`.
    fileprivate func quotedSentence(upTo limit: Int) -> String {
        let text = quoted(atMost: limit)
        return text.utf8.count > limit ? text.prefix(limit) + "..." : text
    }
}
