package import Drawing
internal import Wording

extension Theme {
    /// The most bytes that the file of a theme may have.
    package static let fileSizeLimit = 65_536

    /// Reads a theme of a person's own.
    package init(path: String, _ bytes: [UInt8]) throws(Misuse) {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw .unreadable(path: path, reason: ConfigWords.Theme.notUTF8)
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
            "\(line): "
                + ConfigWords.Theme.unknownStyle(word, advice: Style.names.advice(for: word))
        case .unknownWord(let word, let line):
            "\(line): \(ConfigWords.Theme.unknownWord(word))"
        case .styleTwice(let word, let line): "\(line): \(ConfigWords.Theme.styleTwice(word))"
        }
    }
}

extension Style {
    static let names = allCases.map { "\($0)" }
}
