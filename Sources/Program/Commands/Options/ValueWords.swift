internal import Drawing

/// Errors in the value of an option.
enum ValueWords {
    static let empty = "the value is empty"

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
        "\(text.quoted) is not a port, or an IP address with a port such as \(example)"
    }

    static func badAppName(_ text: String) -> String {
        "\(text.quoted) is not a valid app name: use letters, digits, - and _"
    }

    static func badAddresses(_ text: String) -> String {
        "\(text.quoted) is not an IP address or a range such as 10.0.0.0/8"
    }

    static func tooManyServers(most: Int) -> String {
        "too many addresses: at most \(most) are allowed"
    }

    static func badEngine(_ text: String) -> String {
        "\(text.quoted) is not a Redis address such as redis://HOST or "
            + "rediss://NAME@HOST:PORT,HOST:PORT"
    }

    static func badOrigin(_ text: String) -> String {
        "\(text.quoted) is not a web origin such as https://example.org"
    }

    static func badBinding(_ text: String) -> String {
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

extension ValueWords {
    /// Errors in a player's name.
    enum Name {
        static let empty = "it is empty"

        static func tooWide(most width: Int) -> String {
            "it is wider than \(width) columns"
        }

        static let blanksAstray = "only single spaces between words are allowed"
        static let marksAstray = "it has accents without letters, or too many"

        static func notAllowed(_ character: String) -> String {
            "\(character.quoted) is not allowed"
        }
    }

    /// Errors in the address of a server.
    enum Address {
        static let unknownScheme = "use ws:// or wss://, or only the host name"
        static let noHost = "the host name is missing"
        static let badHost = "the host name is not valid"
        static let badPort = "the port must be a number from 1 to 65535"
        static let badPath = "the path is not valid"
    }
}

/// The placeholders in usage lines, in capitals.
enum PlaceholderWords {
    static let accountAction = "ACTION [NAME]"
    static let action = "ACTION"
    static let address = "[ADDR:]PORT"
    static let addresses = "PREFIX"
    static let binding = "ACTION=KEY"
    static let code = "CODE"
    static let command = "COMMAND"
    static let commandOrTopic = "COMMAND|TOPIC"
    static let banAction = "ACTION [TARGET [UNTIL] [REASON]]"
    static let ban = "TARGET [UNTIL] [REASON]"
    static let banTarget = "TARGET"
    static let banEnd = "UNTIL"
    static let banReason = "REASON"
    static let copy = "FROM TO"
    static let copyFrom = "FROM"
    static let copyTo = "TO"
    static let directory = "DIRECTORY"
    static let engine = "redis://HOST"
    static let file = "FILE"
    static let host = "HOST"
    static let level = "LEVEL"
    static let match = "MATCH"
    static let name = "NAME"
    static let nameOrCode = "NAME|CODE"
    static let nameOrMatch = "NAME|MATCH"
    static let number = "N"
    static let origin = "ORIGIN"
    static let option = "OPTION"
    static let page = "PAGE"
    static let port = "PORT"
    static let round = "ROUND|FILE|-"
    static let roundName = "ROUND"
    static let standardInput = "-"
    static let shell = "SHELL"
    static let theme = "THEME"
    static let url = "URL"
}
