internal import Drawing

/// Errors in the value of an option.
enum ValueFlawWords {
    static var empty: String { "the value is empty" }

    static func notYesOrNo(_ text: String) -> String {
        "\(text.quoted) is neither yes nor no"
    }

    static func notNumber(_ text: String, in range: ClosedRange<Int>) -> String {
        "\(text.quoted) is not a number from \(range.lowerBound) to \(range.upperBound)"
    }

    static func notAmong(_ text: String, advice: String) -> String {
        "unknown value \(text.quoted)\(advice)"
    }

    static func notAmong(_ text: String, but words: [String]) -> String {
        "\(text.quoted) is not one of \(words.joined(separator: ", "))"
    }

    static func badName(_ text: String, flaw: String) -> String {
        "\(text.quoted) is not a valid name: \(flaw)"
    }

    static func badServer(_ text: String, flaw: String) -> String {
        "\(text.quoted) is not a valid server address: \(flaw)"
    }

    static func badEndpoint(_ text: String, example: String) -> String {
        "\(text.quoted) is not a port from 0 to 65535, or an IP address with a port such as "
            + example
    }

    static func badAppName(_ text: String) -> String {
        "\(text.quoted) is not a valid app name: use letters, digits, and . _ -"
    }

    static func badAddresses(_ text: String) -> String {
        "\(text.quoted) is not an IP address or a range such as 10.0.0.0/8"
    }

    static func tooManyServers(most: Int) -> String {
        "too many addresses: at most \(most) are allowed"
    }

    static func badRedisAddress(_ text: String) -> String {
        "\(text.quoted) is not a Redis address such as redis://HOST or "
            + "rediss://NAME@HOST:PORT,HOST:PORT"
    }

    static func badOrigin(_ text: String) -> String {
        "\(text.quoted) is not a web origin such as https://example.org"
    }

    static func badKeyBinding(_ text: String) -> String {
        "\(text.quoted) is not ACTION=KEY, such as resign=Q"
    }

    static func unknownPurpose(_ name: String, advice: String) -> String {
        "unknown action \(name.quoted)\(advice)"
    }

    static func unknownKey(_ key: String) -> String {
        "\(key.quoted) can't be assigned: use a character, ctrl-x, f5 or space"
    }

    static func keyTaken(_ stroke: String, by other: String) -> String {
        "\(stroke) is already assigned (\(other))"
    }
}

extension ValueFlawWords {
    /// Errors in a player's name.
    enum Name {
        static var empty: String { "it is empty" }

        static func tooWide(most width: Int) -> String {
            "it is wider than \(width) columns"
        }

        static var blanksAstray: String { "only single spaces between words are allowed" }
        static var marksAstray: String { "it has accents without letters, or too many" }

        static func notAllowed(_ character: String) -> String {
            "\(character.quoted) is not allowed"
        }
    }

    /// Errors in the address of a server.
    enum Address {
        static var unknownScheme: String { "use ws:// or wss://, or only the host name" }
        static var noHost: String { "the host name is missing" }
        static var badHost: String { "the host name is not valid" }
        static var badPort: String { "the port must be a number from 1 to 65535" }
        static var badPath: String { "the path is not valid" }
    }
}

/// The placeholders in usage lines, in capitals.
enum PlaceholderWords {
    static var accountAction: String { "ACTION [NAME [FILE]]" }
    static var action: String { "ACTION" }
    static var address: String { "[ADDR:]PORT" }
    static var addresses: String { "PREFIX" }
    static var binding: String { "ACTION=KEY" }
    static var code: String { "CODE" }
    static var command: String { "COMMAND" }
    static var commandOrTopic: String { "COMMAND|TOPIC" }
    static var banAction: String { "ACTION [TARGET [UNTIL] [REASON]]" }
    static var ban: String { "TARGET [UNTIL] [REASON]" }
    static var banTarget: String { "TARGET" }
    static var banEnd: String { "UNTIL" }
    static var banReason: String { "REASON" }
    static var copy: String { "FROM TO" }
    static var copyFrom: String { "FROM" }
    static var copyTo: String { "TO" }
    static var directory: String { "DIRECTORY" }
    static var engine: String { "redis://HOST" }
    static var file: String { "FILE" }
    static var host: String { "HOST" }
    static var level: String { "LEVEL" }
    static var match: String { "MATCH" }
    static var name: String { "NAME" }
    static var nameOrCode: String { "NAME|CODE" }
    static var session: String { "N|others" }
    static var nameOrGame: String { "NAME|N [SQUARE]" }
    static var nameOrMatch: String { "NAME|MATCH" }
    static var number: String { "N" }
    static var origin: String { "ORIGIN" }
    static var option: String { "OPTION" }
    static var page: String { "PAGE" }
    static var port: String { "PORT" }
    static var round: String { "ROUND|FILE|-" }
    static var roundName: String { "ROUND" }
    static var square: String { "SQUARE" }
    static var standardInput: String { "-" }
    static var shell: String { "SHELL" }
    static var theme: String { "THEME" }
    static var url: String { "URL" }
}
