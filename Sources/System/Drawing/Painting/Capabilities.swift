/// The abilities of a terminal, derived from its name and its environment.
package struct Capabilities: Hashable, Sendable {
    /// True if the cursor can be moved. Otherwise only lines of text can be shown.
    package var isAddressable = true
    package var colourDepth = ColourDepth.sixteen
    /// True if the terminal shows UTF-8; otherwise only ASCII is sent.
    package var isUnicode = true
    /// True if the terminal accepts xterm's requests: an alternate screen, mouse and focus reports,
    /// brackets around pasted text, titles, and links.
    package var hasReports = true
    /// True if the terminal supports brackets around a frame, so that it never shows half a frame.
    package var hasSynchronizedOutput = false
    /// True if erased cells get the current background instead of the default background.
    package var erasesWithBackground = false
    /// True if one attribute can be ended alone, unlike on a VT100.
    package var endsAttributes = true
    /// True if the terminal has all abilities of xterm, possibly with fewer colours.
    package var isLikeXterm = true
    /// True if the terminal's last cell can be written without scrolling the screen.
    package var fillsLastCell = true

    package init() {}
}

extension Capabilities {
    /// Returns the capabilities of a terminal called `term`, or nil if the name is unknown.
    ///
    /// `localeIsUnicode` applies if the environment names no locale, as is usual for guests whose
    /// ssh client sends none.
    package static func ofKnownTerminal(
        term: String, environment: [String: String], localeIsUnicode: Bool = false
    ) -> Capabilities? {
        guard let name = TerminalName(term) else { return nil }
        var capabilities = name.capabilities
        if !isUnicode(environment, otherwise: localeIsUnicode) { capabilities.isUnicode = false }
        let claim = environment["COLORTERM"]
        if capabilities.isLikeXterm, claim == "truecolor" || claim == "24bit" {
            capabilities.colourDepth = .rgb
        }
        if wantsNoColour(environment) { capabilities.colourDepth = .none }
        return capabilities
    }

    /// Switches to 24-bit colour if the program is known to support it. Does nothing if colours are
    /// off, or if the terminal is not like xterm.
    package mutating func applyProgram(_ program: TerminalProgram) {
        if isLikeXterm, colourDepth != .none, program.showsEveryColour { colourDepth = .rgb }
    }

    /// Returns true if the terminal accepts Unicode, and `program` draws sextants without gaps.
    package func hasSextants(in program: TerminalProgram) -> Bool {
        isUnicode && program.drawsSextants
    }

    /// Returns true if the user wants no colours; see no-color.org. `LC_NO_COLOR` counts too,
    /// because many ssh clients send only variables named `LC_…`.
    private static func wantsNoColour(_ environment: [String: String]) -> Bool {
        ["NO_COLOR", "LC_NO_COLOR"].contains { environment[$0].map { !$0.isEmpty } ?? false }
    }

    /// Returns true for a UTF-8 locale. As in `setlocale`, the first of three variables with a
    /// value counts. Returns `otherwise` if none has a value.
    package static func isUnicode(_ environment: [String: String], otherwise: Bool) -> Bool {
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { environment[$0] }
            .first { !$0.isEmpty }
        guard let locale else { return otherwise }
        let codeset = locale.lowercased().split(separator: ".", maxSplits: 1).last ?? ""
        return codeset.hasPrefix("utf-8") || codeset.hasPrefix("utf8")
    }
}

/// A terminal's name as in `TERM`: its family and its suffixes.
struct TerminalName: Hashable, Sendable {
    private enum TerminalFamily: Hashable {
        case lines
        /// A video terminal without colours.
        case plain
        case console
        case ansi
        case screen
        case tmux
        case xterm
        /// A terminal with synchronized output and 24-bit colour.
        case modern
    }

    private let family: TerminalFamily
    private let suffixes: [Substring]

    init?(_ term: String) {
        guard term.utf8.count <= 40 else { return nil }
        // Inside GNU screen, a name can contain both types: `screen.xterm-256color`.
        let isNested = term.hasPrefix("screen.")
        let name = isNested ? term.dropFirst("screen.".count) : term[...]
        let known = Self.names.flatMap { family, names in
            names.filter { name == $0 || name.hasPrefix($0 + "-") }.map { (family, $0) }
        }
        guard let (family, longest) = known.max(by: { $0.1.count < $1.1.count }) else { return nil }
        self.family = isNested ? .screen : family
        suffixes = name.dropFirst(longest.count).split(separator: "-")
        guard suffixes.allSatisfy(Self.knownSuffixes.contains) else { return nil }
    }

    var capabilities: Capabilities {
        var capabilities = Capabilities()
        capabilities.isAddressable = family != .lines
        capabilities.hasReports = hasReports
        capabilities.isUnicode = hasReports
        capabilities.hasSynchronizedOutput = family == .modern
        capabilities.isLikeXterm = isLikeXterm
        capabilities.endsAttributes = family != .ansi && family != .plain
        capabilities.fillsLastCell = family != .ansi
        capabilities.erasesWithBackground =
            family == .console || family == .xterm || family == .modern || suffixes.contains("bce")
        capabilities.colourDepth = colourDepth
        return capabilities
    }

    /// True for terminals like xterm, except GNU screen. Its windows can inherit `COLORTERM`, but
    /// GNU screen reads the amounts of red and green as underlining and reversal.
    private var isLikeXterm: Bool {
        family == .xterm || family == .tmux || family == .modern
    }

    private var hasReports: Bool {
        switch family {
        case .screen, .tmux, .xterm, .modern: true
        case .lines, .plain, .console, .ansi: false
        }
    }

    private var colourDepth: ColourDepth {
        if suffixes.contains("m") || suffixes.contains("mono") { return .none }
        switch family {
        case .lines, .plain: return .none
        case .console, .ansi: return .sixteen
        case .modern: return .rgb
        case .screen, .tmux, .xterm:
            if suffixes.contains("direct") { return .rgb }
            return suffixes.contains("256color") ? .palette : .sixteen
        }
    }

    private static let knownSuffixes: Set<Substring> = [
        "16color", "256color", "88color", "bce", "color", "direct", "extra", "m", "mono", "new",
    ]

    private static let names: [(family: TerminalFamily, names: [String])] = [
        (.lines, ["dumb"]),
        (.plain, ["vt100", "vt102", "vt220", "vt320", "vt420"]),
        (.console, ["linux"]),
        (.ansi, ["ansi", "cygwin"]),
        (.screen, ["screen"]),
        (.tmux, ["tmux"]),
        (
            .xterm,
            [
                "gnome", "konsole", "mintty", "mlterm", "nsterm", "putty", "rxvt", "rxvt-unicode",
                "st", "vte", "xterm",
            ]
        ),
        (
            .modern,
            [
                "alacritty", "contour", "foot", "ghostty", "iTerm2.app", "iterm2", "kitty", "rio",
                "wezterm", "xterm-ghostty", "xterm-kitty",
            ]
        ),
    ]
}

/// A terminal program's own name, such as `kitty(0.26.5)`, and the known facts about that program.
package struct TerminalProgram: Hashable, Sendable {
    private let name: Substring
    /// The number after the name; nil if there is none.
    private let version: Int?

    private static let colourful: Set<Substring> = [
        "kitty", "foot", "wezterm", "ghostty", "iterm2", "konsole", "contour", "mintty",
    ]
    /// The programs that draw sextants themselves, each with its first version that does so. Fonts
    /// draw these characters with gaps.
    private static let sextants: [Substring: Int] = [
        "kitty": 0, "foot": 0, "wezterm": 0, "ghostty": 0, "contour": 0, "konsole": 23,
    ]
    /// The first version of xterm with 24-bit colour.
    private static let firstColourfulXterm = 331

    init(_ text: String) {
        let words = text.lowercased()
        name = words.prefix { $0 != "(" && $0 != " " }
        version = Int(words.dropFirst(name.count + 1).prefix { $0.isNumber })
    }

    var showsEveryColour: Bool {
        name == "xterm" ? (version ?? 0) >= Self.firstColourfulXterm : Self.colourful.contains(name)
    }

    /// True if the program draws sextants without gaps. A sextant divides a cell into two columns
    /// and three rows.
    package var drawsSextants: Bool {
        Self.sextants[name].map { (version ?? 0) >= $0 } ?? false
    }

    /// The form of desktop notifications that the program supports; nil for an unknown program.
    var notice: DesktopNotification? { DesktopNotification(program: name) }
}

/// A remote terminal, as the guest's ssh client describes it.
package struct RemoteTerminal: Hashable, Codable, Sendable {
    /// The value of `TERM`.
    package var name: String
    package var size: Size

    package init(name: String, size: Size) {
        self.name = name
        self.size = size
    }
}
