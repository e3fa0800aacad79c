internal import Drawing

/// What is wrong with a configuration file, or with the file of a theme.
package enum ConfigWords {
    package static let noSuchFile = "there is no such file"
    package static let notUTF8 = "this is not UTF-8"
    package static let noEqualsSign = "a line is key = value, or begins with #"

    package static func unknownSetting(_ key: String, advice: String) -> String {
        "there is no setting \(key.quoted); \(advice)"
    }

    package static func noSetting(_ name: String) -> String {
        "--\(name) is for the command line only"
    }

    package static func givenTwice(_ key: String, firstLine: Int) -> String {
        "\(key) is set on line \(firstLine) already"
    }
}

extension ConfigWords {
    package enum Theme {
        package static let notUTF8 = "it is not UTF-8"

        package static func unknownStyle(_ word: String, advice: String) -> String {
            "there is no style \(word.quoted); \(advice)"
        }

        package static func unknownWord(_ word: String) -> String {
            "\(word.quoted) is no colour, nor bold, dim, underline, reverse or on"
        }

        package static func styleTwice(_ word: String) -> String {
            "\(word) has its look already"
        }
    }
}
