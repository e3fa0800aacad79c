internal import SimperiumJSON
internal import SimperiumWire

/// Something that happened, for whoever looks after the server: one line of the log.
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
        /// What somebody else made up.
        case quotation(String)
    }

    package let level: Level
    package let event: String
    package let facts: [Member]

    package struct Member: Hashable, Sendable {
        package let name: String
        package let fact: Fact
    }

    init(_ event: String, _ level: Level, _ facts: [(String, Fact)]) {
        self.level = level
        self.event = event
        self.facts = facts.map(Member.init)
    }

    /// Something that is wrong on this machine.
    package init(trouble event: String, _ why: String) {
        self.init(event, .error, [("why", .quotation(why))])
    }

    /// The process of the door has ended, and another one is started after a wait.
    package init(doorEnded how: String, startingAgainIn milliseconds: Int) {
        self.init(
            "door ended", .warning, [("by", .word(how)), ("again_ms", .number(milliseconds))])
    }

    /// Nobody read the log for a while.
    package init(linesLost count: Int) {
        self.init("lines of the log were lost", .warning, [("count", .number(count))])
    }

    /// The door knows anew whom the host keeps out.
    package init(bansRead count: Int) {
        self.init("bans read", .info, [("count", .number(count))])
    }

    /// Somebody came by ssh whom the host keeps out; by their address, or by their key.
    package init(keptOut who: String, because reason: String) {
        self.init("kept out", .info, [("who", .word(who)), ("why", .quotation(reason))])
    }

    /// Somebody who came by ssh has gone.
    package init(guest number: Int, from address: String, left reason: String) {
        self.init(
            "left", .info,
            [("guest", .number(number)), ("from", .word(address)), ("because", .word(reason))])
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
