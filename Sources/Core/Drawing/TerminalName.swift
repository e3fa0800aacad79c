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
        let known = Self.families.filter { name == $0.name || name.hasPrefix($0.name + "-") }
        guard let longest = known.max(by: { $0.name.count < $1.name.count }) else { return nil }
        family = isNested ? .screen : longest.family
        endings = name.dropFirst(longest.name.count).split(separator: "-")
        guard endings.allSatisfy(Self.endings.contains) else { return nil }
    }

    var capabilities: Capabilities {
        var capabilities = Capabilities()
        capabilities.isAddressable = family != .lines
        capabilities.hasAlternateScreen = isXtermLike
        capabilities.hasReports = isXtermLike
        capabilities.isUnicode = isXtermLike
        capabilities.hasSynchronizedOutput = family == .modern
        capabilities.fillsLastCell = family != .ansi
        capabilities.erasesWithBackground =
            family == .console || family == .xterm || family == .modern || endings.contains("bce")
        capabilities.colourDepth = colourDepth
        return capabilities
    }

    /// Whether to believe `COLORTERM`, which programs inside others inherit: screen can't do it.
    var mayShowEveryColour: Bool {
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

    private static let families: [(name: String, family: Family)] = [
        ("alacritty", .modern), ("ansi", .ansi), ("contour", .modern), ("cygwin", .console),
        ("dumb", .lines), ("eterm", .xterm), ("foot", .modern), ("ghostty", .modern),
        ("gnome", .xterm), ("iterm2", .modern), ("iTerm2.app", .modern), ("kitty", .modern),
        ("konsole", .xterm), ("linux", .console), ("mintty", .xterm), ("mlterm", .xterm),
        ("nsterm", .xterm), ("putty", .xterm), ("rio", .modern), ("rxvt", .xterm),
        ("rxvt-unicode", .xterm), ("screen", .screen), ("st", .xterm), ("terminator", .xterm),
        ("tmux", .tmux), ("vt100", .plain), ("vt102", .plain), ("vt220", .plain),
        ("vt320", .plain), ("vt420", .plain), ("vte", .xterm), ("wezterm", .modern),
        ("xterm", .xterm), ("xterm-ghostty", .modern), ("xterm-kitty", .modern),
    ]
}
