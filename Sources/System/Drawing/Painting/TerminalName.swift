/// A terminal's name, as `TERM` gives it: a family, and what its ending adds.
struct TerminalName: Hashable, Sendable {
    private enum Family: Hashable {
        case lines
        /// A video terminal without colours.
        case plain
        case console
        case ansi
        case screen
        case tmux
        case xterm
        /// One of those that paint a frame at once and show every colour.
        case modern
    }

    private let family: Family
    private let endings: [Substring]

    init?(_ term: String) {
        guard term.utf8.count <= 40 else { return nil }
        // Inside screen a name tells of both: `screen.xterm-256color`.
        let isNested = term.hasPrefix("screen.")
        let name = isNested ? term.dropFirst("screen.".count) : term[...]
        let known = Self.names.flatMap { family, names in
            names.filter { name == $0 || name.hasPrefix($0 + "-") }.map { (family, $0) }
        }
        guard let (family, longest) = known.max(by: { $0.1.count < $1.1.count }) else { return nil }
        self.family = isNested ? .screen : family
        endings = name.dropFirst(longest.count).split(separator: "-")
        guard endings.allSatisfy(Self.endings.contains) else { return nil }
    }

    var capabilities: Capabilities {
        var capabilities = Capabilities()
        capabilities.isAddressable = family != .lines
        capabilities.hasAlternateScreen = isXtermLike
        capabilities.hasReports = isXtermLike
        capabilities.isUnicode = isXtermLike
        capabilities.hasSynchronizedOutput = family == .modern
        capabilities.isLikeXterm = isReallyXtermLike
        capabilities.endsAttributes = family != .ansi && family != .plain
        capabilities.fillsLastCell = family != .ansi
        capabilities.erasesWithBackground =
            family == .console || family == .xterm || family == .modern || endings.contains("bce")
        capabilities.colourDepth = colourDepth
        return capabilities
    }

    /// Not screen: whatever `COLORTERM` says, which programs inside others inherit, it reads
    /// amounts of red and green as underlining and reversal.
    private var isReallyXtermLike: Bool {
        family == .xterm || family == .tmux || family == .modern
    }

    private var isXtermLike: Bool {
        switch family {
        case .screen, .tmux, .xterm, .modern: true
        case .lines, .plain, .console, .ansi: false
        }
    }

    private var colourDepth: ColourDepth {
        if endings.contains("m") || endings.contains("mono") { return .none }
        switch family {
        case .lines, .plain: return .none
        case .console, .ansi: return .sixteen
        case .modern: return .rgb
        case .screen, .tmux, .xterm:
            if endings.contains("direct") { return .rgb }
            return endings.contains("256color") ? .palette : .sixteen
        }
    }

    private static let endings: Set<Substring> = [
        "16color", "256color", "88color", "bce", "color", "direct", "extra", "m", "mono", "new",
    ]

    private static let names: [(family: Family, names: [String])] = [
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
