/// What a terminal calls itself, as in `kitty(0.26.5)`, and what is known of those of that name.
package struct TerminalProgram: Hashable, Sendable {
    private let name: Substring
    /// The number behind the name; nil where it is none.
    private let version: Int?

    private static let colourful: Set<Substring> = [
        "kitty", "foot", "wezterm", "ghostty", "iterm2", "konsole", "contour", "mintty",
    ]
    /// Those that draw blocks of three rows themselves, as no font does without gaps; since when.
    private static let sextants: [Substring: Int] = [
        "kitty": 0, "foot": 0, "wezterm": 0, "ghostty": 0, "contour": 0, "konsole": 23,
    ]
    /// Since when xterm shows every colour.
    private static let firstColourfulXterm = 331

    init(_ text: String) {
        let words = text.lowercased()
        name = words.prefix { $0 != "(" && $0 != " " }
        version = Int(words.dropFirst(name.count + 1).prefix { $0.isNumber })
    }

    var showsEveryColour: Bool {
        name == "xterm" ? (version ?? 0) >= Self.firstColourfulXterm : Self.colourful.contains(name)
    }

    /// Whether a cell can be divided into two columns and three rows, each filled to its edges.
    package var drawsSextants: Bool {
        Self.sextants[name].map { (version ?? 0) >= $0 } ?? false
    }

    /// How it shows notices outside its window; nil if it is not known to.
    var notice: WindowNotice? { WindowNotice(program: name) }
}
