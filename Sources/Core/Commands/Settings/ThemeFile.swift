package import Drawing

extension Theme {
    /// The most bytes that the file of a theme may have.
    package static let fileSizeLimit = 65_536

    /// Reads a theme of a person's own.
    package init(path: String, _ bytes: [UInt8]) throws(Misuse) {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw .unreadable(path: path, reason: "it is not UTF-8")
        }
        do throws(ThemeFlaw) {
            try self.init(path, reading: text)
        } catch {
            throw .badTheme(path: path, error)
        }
    }
}

extension ThemeFlaw {
    /// The line, and what is wrong with it.
    var sentence: String {
        switch self {
        case .unknownStyle(let word, let line):
            "\(line): there is no style \(word.quoted); " + Self.advice(word, Style.names)
        case .unknownWord(let word, let line):
            "\(line): \(word.quoted) is no colour, nor bold, dim, underline, reverse or on"
        case .styleTwice(let word, let line): "\(line): \(word) has its look already"
        }
    }

    private static func advice(_ word: String, _ words: [String]) -> String {
        words.nearest(to: word).map { "did you mean \($0)?" }
            ?? "there are \(words.listed(with: "and"))"
    }
}

extension Style {
    static let names = allCases.map { "\($0)" }
}
