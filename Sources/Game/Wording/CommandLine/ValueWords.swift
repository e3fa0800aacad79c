internal import Drawing

/// Errors in the value of an option.
package enum ValueWords {
    package static let empty = "the value is empty"

    package static func notYesOrNo(_ text: String) -> String {
        "\(text.quoted) is neither yes nor no"
    }

    package static func notNumber(_ text: String, in range: ClosedRange<Int>) -> String {
        "\(text.quoted) is not a number from \(range.lowerBound) to \(range.upperBound)"
    }

    package static func notAmong(_ text: String, advice: String) -> String {
        "unknown value \(text.quoted)\(advice)"
    }

    package static func notAmong(_ text: String, but words: [String]) -> String {
        "\(text.quoted) is not one of \(words.joined(separator: ", "))"
    }

    package static func badName(_ text: String, flaw: String) -> String {
        "\(text.quoted) is not a valid name: \(flaw)"
    }

    package static func badServer(_ text: String, flaw: String) -> String {
        "\(text.quoted) is not a valid server address: \(flaw)"
    }

    package static func badEndpoint(_ text: String, example: String) -> String {
        "\(text.quoted) is not a port, or an IP address with a port such as \(example)"
    }

    package static func badAppName(_ text: String) -> String {
        "\(text.quoted) is not a valid app name: use letters, digits, - and _"
    }

    package static func badAddresses(_ text: String) -> String {
        "\(text.quoted) is not an IP address or a range such as 10.0.0.0/8"
    }

    package static func tooManyServers(most: Int) -> String {
        "too many addresses: at most \(most) are allowed"
    }

    package static func badEngine(_ text: String) -> String {
        "\(text.quoted) is not a Redis address such as redis://HOST or "
            + "rediss://NAME@HOST:PORT,HOST:PORT"
    }

    package static func badOrigin(_ text: String) -> String {
        "\(text.quoted) is not a web origin such as https://example.org"
    }

    package static func badBinding(_ text: String) -> String {
        "\(text.quoted) is not ACTION=KEY, such as resign=Q"
    }

    package static func unknownPurpose(_ name: String, advice: String) -> String {
        "unknown action \(name.quoted)\(advice)"
    }

    package static func unknownKey(_ key: String) -> String {
        "\(key.quoted) can't be assigned: use a character, ctrl-x, f5 or space"
    }

    package static func keyTaken(_ stroke: String, by other: String) -> String {
        "\(stroke) is already assigned (\(other))"
    }
}

extension ValueWords {
    /// Errors in a player's name.
    package enum Name {
        package static let empty = "it is empty"

        package static func tooWide(most width: Int) -> String {
            "it is wider than \(width) columns"
        }

        package static let blanksAstray = "only single spaces between words are allowed"
        package static let marksAstray = "it has accents without letters, or too many"

        package static func notAllowed(_ character: String) -> String {
            "\(character.quoted) is not allowed"
        }
    }

    /// Errors in the address of a server.
    package enum Address {
        package static let unknownScheme = "use ws:// or wss://, or only the host name"
        package static let noHost = "the host name is missing"
        package static let badHost = "the host name is not valid"
        package static let badPort = "the port must be a number from 1 to 65535"
        package static let badPath = "the path is not valid"
    }
}
