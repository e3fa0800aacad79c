/// How a terminal is told to show a notice outside its window, for whoever looks elsewhere.
///
/// There are two ways, and a terminal that knows neither may print them: only those are told whose
/// name is known. One of both, for some would show two.
package enum WindowNotice: Hashable, Sendable {
    /// `OSC 9`, whose text may not begin with a number: to some that is something else.
    case plain
    /// `OSC 777`.
    case titled

    private static let ways: [Substring: WindowNotice] = [
        "kitty": .plain, "wezterm": .plain, "ghostty": .plain, "iterm2": .plain, "foot": .titled,
    ]

    /// By what a terminal calls itself, in small letters.
    init?(program name: Substring) {
        guard let way = Self.ways[name] else { return nil }
        self = way
    }

    package func request(_ text: String, isUnicode: Bool) -> String {
        let words = WindowTitle.cleaned(text, isUnicode: isUnicode)
        let end = "\u{1B}\\"
        switch self {
        case .plain:
            let isNumber = words.utf8.first?.isDigit == true
            return "\u{1B}]9;" + (isNumber ? "- " : "") + words + end
        case .titled:
            let parts = words.split(separator: ";", omittingEmptySubsequences: false)
            return "\u{1B}]777;notify;tictactoe;" + parts.joined(separator: ",") + end
        }
    }
}
