internal import SimperiumBytes

/// The reports that a terminal sends besides keys.
package struct TerminalReports: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    package static let mouse = TerminalReports(rawValue: 1)
    package static let paste = TerminalReports(rawValue: 2)
    /// Reports that the window gains or loses the focus.
    package static let focus = TerminalReports(rawValue: 4)
    /// Reports that the terminal's colours become light or dark.
    package static let themes = TerminalReports(rawValue: 8)
    static let all: TerminalReports = [.mouse, .paste, .focus, .themes]

    /// The terminal's modes that each report needs, in the order of their requests.
    private static let modesOfReports: [(TerminalReports, modes: [Int])] = [
        (.mouse, [1_000, 1_006]), (.paste, [2_004]), (.focus, [1_004]), (.themes, [2_031]),
    ]

    private var modes: [Int] { Self.modesOfReports.filter { contains($0.0) }.flatMap(\.modes) }

    /// The bytes that start these reports.
    var request: String { modes.map { "\u{1B}[?\($0)h" }.joined() }

    /// The bytes that end these reports.
    var cancellation: String { modes.reversed().map { "\u{1B}[?\($0)l" }.joined() }
}

/// The title of the terminal's window while the program runs.
///
/// A terminal with a stack of titles stores the earlier title there. On other terminals the
/// program's title would stay, so the program empties it at the end.
enum WindowTitle {
    static let most = 60
    static let beginning = "\u{1B}[22;2t"
    static let end = "\u{1B}]2;\u{1B}\\\u{1B}[23;2t"

    /// Returns the bytes that set the title. The title is cut to `most` cells, and loses its
    /// control characters.
    static func escapeSequence(_ title: String, isUnicode: Bool) -> String {
        "\u{1B}]2;" + cleanedAndShortened(title, isUnicode: isUnicode) + "\u{1B}\\"
    }

    static func cleanedAndShortened(_ text: String, isUnicode: Bool) -> String {
        var words = ""
        for glyph in Glyphs(text.shortened(toColumns: most)) {
            if isUnicode {
                for scalar in glyph.scalars { words.unicodeScalars.append(scalar) }
            } else {
                words.unicodeScalars.append(glyph.ascii)
            }
        }
        return words
    }
}

/// The form of escape sequence that shows a desktop notification, for a user who looks elsewhere.
///
/// There are two forms, and a terminal that supports neither may print them. So only terminals of a
/// known name get a request, and never in both forms, because some would show two notices.
package enum DesktopNotification: Hashable, Sendable {
    /// `OSC 9`. The text must not begin with a number, because some terminals read that as a
    /// command.
    case plain
    /// `OSC 777`.
    case titled

    private static let ways: [Substring: DesktopNotification] = [
        "kitty": .plain, "wezterm": .plain, "ghostty": .plain, "iterm2": .plain, "foot": .titled,
    ]

    /// Creates the form for the program with this name, in lower case; nil for an unknown program.
    init?(program name: Substring) {
        guard let way = Self.ways[name] else { return nil }
        self = way
    }

    package func escapeSequence(_ text: String, isUnicode: Bool) -> String {
        let words = WindowTitle.cleanedAndShortened(text, isUnicode: isUnicode)
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

/// A hyperlink from cells of one row to an address. A terminal without hyperlinks ignores it.
package struct CanvasLink: Hashable, Sendable {
    let run: CellRun
    /// The address, of visible ASCII only.
    let address: String

    /// The size in bytes of the longest address. GNU screen prints a request of more than 768
    /// bytes.
    private static let longest = 480

    /// Creates a link; returns nil for an address that is too long, or that contains anything but
    /// visible ASCII.
    init?(_ address: String, on run: CellRun) {
        guard address.utf8.count <= Self.longest, address.utf8.allSatisfy({ (0x21...0x7E) ~= $0 })
        else { return nil }
        (self.address, self.run) = (address, run)
    }

    var request: String { "\u{1B}]8;;\(address)\u{1B}\\" }
    static let end = "\u{1B}]8;;\u{1B}\\"
}

/// The request to put a text on the terminal's clipboard. The terminal sends no answer, and many
/// terminals ignore the request unless they are configured to accept it. So the text must also be
/// on the screen.
package enum Clipboard {
    /// The size in bytes of the longest text. GNU screen prints a request of more than 768 bytes.
    private static let most = 480

    /// Returns the request; nil if the text is too long.
    package static func escapeSequence(_ text: String) -> String? {
        guard text.utf8.count <= most else { return nil }
        return "\u{1B}]52;c;" + base64(Array(text.utf8)) + "\u{07}"
    }
}
