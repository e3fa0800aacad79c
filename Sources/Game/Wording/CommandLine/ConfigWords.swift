internal import Drawing

/// Errors in a configuration file or a theme file.
package enum ConfigWords {
    package static let noSuchFile = "no such file"
    package static let notUTF8 = "not valid UTF-8"
    package static let noEqualsSign = "expected key = value, or # and a comment"

    package static func unknownSetting(_ key: String, advice: String) -> String {
        "unknown setting \(key.quoted)\(advice)"
    }

    package static func noSetting(_ name: String) -> String {
        "--\(name) works only on the command line"
    }

    package static func givenTwice(_ key: String, firstLine: Int) -> String {
        "\(key) is already set on line \(firstLine)"
    }
}

extension ConfigWords {
    package enum Theme {
        package static let notUTF8 = "not valid UTF-8"

        package static func unknownStyle(_ word: String, advice: String) -> String {
            "unknown style \(word.quoted)\(advice)"
        }

        package static func unknownWord(_ word: String) -> String {
            "\(word.quoted) is not a colour, bold, dim, underline, reverse or on"
        }

        package static func styleTwice(_ word: String) -> String {
            "\(word) is already set"
        }
    }
}
