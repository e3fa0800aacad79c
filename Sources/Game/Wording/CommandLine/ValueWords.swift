internal import Drawing

/// What is wrong with a text that an option was given, and what would be right.
package enum ValueWords {
    package static let empty = "it is empty"

    package static func notYesOrNo(_ text: String) -> String {
        "\(text.quoted) is neither yes nor no"
    }

    package static func notNumber(_ text: String, in range: ClosedRange<Int>) -> String {
        "\(text.quoted) is not a number from \(range.lowerBound) to \(range.upperBound)"
    }

    package static func notAmong(_ text: String, advice: String) -> String {
        "there is no \(text.quoted); \(advice)"
    }

    package static func notAmong(_ text: String, but words: [String]) -> String {
        "there is no \(text.quoted), but \(ListWords.all(words))"
    }

    package static func badName(_ text: String, flaw: String) -> String {
        "\(text.quoted) can't be a name: \(flaw)"
    }

    package static func badServer(_ text: String, flaw: String) -> String {
        "\(text.quoted) is no server: \(flaw)"
    }

    package static func badEndpoint(_ text: String, example: String) -> String {
        "\(text.quoted) is no place to listen at; \(example) would be one"
    }

    package static func badAppName(_ text: String) -> String {
        "\(text.quoted) is no name of an app; use letters, digits, - and _"
    }

    package static func badAddresses(_ text: String) -> String {
        "\(text.quoted) is no address in numbers, nor a range of them; 10.0.0.0/8 would be one"
    }

    package static func tooManyServers(most: Int) -> String {
        "so many addresses of one server; at most \(most) are tried"
    }

    package static func badEngine(_ text: String) -> String {
        "'\(text)' is no engine that servers share; "
            + "redis://HOST is, or rediss://NAME@HOST:PORT,HOST:PORT"
    }

    package static func badOrigin(_ text: String) -> String {
        "\(text.quoted) is no origin of pages; https://example.org would be one"
    }

    package static func badBinding(_ text: String) -> String {
        "\(text.quoted) gives no key a purpose; resign=Q would"
    }

    package static func unknownPurpose(_ name: String, advice: String) -> String {
        "no key is for \(name.quoted); \(advice)"
    }

    package static func unknownKey(_ key: String) -> String {
        "\(key.quoted) is no key that can be chosen; use a character, ctrl-x, f5 or space"
    }

    package static func keyTaken(_ stroke: String, by other: String) -> String {
        "\(stroke) is taken already, for \(other)"
    }
}

extension ValueWords {
    /// Why a text can't be what others call a person.
    package enum Name {
        package static let empty = "it is empty"

        package static func tooWide(most width: Int) -> String {
            "it is wider than \(width) columns"
        }

        package static let blanksAstray = "spaces stand alone, and inside only"
        package static let marksAstray = "it has accents without letters, or too many"

        package static func notAllowed(_ character: String) -> String {
            "\(character.quoted) can't be in one"
        }
    }

    /// Why a text can't be where a server is.
    package enum Address {
        package static let unknownScheme = "it starts with ws:// or wss://, or with the host"
        package static let noHost = "the host is missing"
        package static let badHost = "the host can't be one"
        package static let badPort = "a port is a number from 1 to 65535"
        package static let badPath = "the path can't be one"
    }
}
