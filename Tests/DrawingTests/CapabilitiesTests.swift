import Drawing
import Testing

@Suite("Capabilities")
struct CapabilitiesTests {
    private let utf8 = ["LANG": "de_CH.UTF-8"]

    private static let terms: [(String, [String: String], ColourDepth)] = [
        ("xterm", [:], .sixteen), ("xterm-256color", [:], .palette),
        ("xterm-direct", [:], .rgb), ("xterm-color", [:], .sixteen),
        ("screen", [:], .sixteen), ("screen-256color-bce", [:], .palette),
        ("screen.xterm-256color", [:], .palette), ("tmux-256color", [:], .palette),
        ("linux", [:], .sixteen), ("vt100", [:], .none), ("vt220", [:], .none),
        ("ansi", [:], .sixteen), ("ansi-m", [:], .none), ("dumb", [:], .none),
        ("rxvt-unicode-256color", [:], .palette), ("xterm-kitty", [:], .rgb),
        ("foot", [:], .rgb), ("alacritty", [:], .rgb), ("wezterm", [:], .rgb),
        ("xterm-ghostty", [:], .rgb), ("putty-256color", [:], .palette),
        // COLORTERM counts if the terminal can show these colours.
        ("xterm-256color", ["COLORTERM": "truecolor"], .rgb),
        ("tmux-256color", ["COLORTERM": "24bit"], .rgb),
        ("screen-256color", ["COLORTERM": "truecolor"], .palette),
        ("screen.xterm-256color", ["COLORTERM": "truecolor"], .palette),
        ("linux", ["COLORTERM": "truecolor"], .sixteen),
        ("vt100", ["COLORTERM": "truecolor"], .none),
        ("xterm-256color", ["COLORTERM": "yes"], .palette),
        ("xterm-256color", ["NO_COLOR": "1", "COLORTERM": "truecolor"], .none),
        ("xterm-256color", ["LC_NO_COLOR": "1"], .none),
        ("xterm-256color", ["NO_COLOR": ""], .palette),
    ]
    private static let unknown = [
        "", "unknown", "xterm-256colors", "xtermx", "../../etc/passwd", "screen.",
        "screen.dumber", "network", "XTERM", "xterm 256color", "xterm-\u{1B}[2J",
        "dumb-emacs-ansi", String(repeating: "xterm-", count: 100),
    ]

    @Test(
        "A terminal's name and the environment decide on colours; unknown names are refused",
        arguments: terms.map { ($0, $1, ColourDepth?.some($2)) } + unknown.map { ($0, [:], nil) })
    func colours(term: String, environment: [String: String], depth: ColourDepth?) {
        let environment = environment.merging(utf8) { own, _ in own }
        let capabilities = Capabilities.ofKnownTerminal(term: term, environment: environment)
        #expect(capabilities?.colourDepth == depth)
        #expect(capabilities?.isAddressable == depth.map { _ in term != "dumb" })
    }

    @Test("Sequences that a terminal may not know are not used")
    func restraint() throws {
        let console = try #require(Capabilities.ofKnownTerminal(term: "linux", environment: utf8))
        #expect(!console.hasReports && !console.isUnicode)
        #expect(console.erasesWithBackground && !console.hasSynchronizedOutput)

        let xterm = try #require(
            Capabilities.ofKnownTerminal(term: "xterm-256color", environment: utf8))
        #expect(xterm.hasReports && xterm.isUnicode)
        #expect(!xterm.hasSynchronizedOutput && xterm.fillsLastCell)

        let screen = try #require(Capabilities.ofKnownTerminal(term: "screen", environment: utf8))
        #expect(!screen.erasesWithBackground)
        #expect(
            Capabilities.ofKnownTerminal(term: "screen-bce", environment: utf8)?
                .erasesWithBackground == true)
        #expect(
            Capabilities.ofKnownTerminal(term: "ansi", environment: utf8)?.fillsLastCell == false)
        #expect(
            Capabilities.ofKnownTerminal(term: "foot", environment: utf8)?.hasSynchronizedOutput
                == true)
    }

    @Test(
        "The first variable that is set decides whether UTF-8 is shown, otherwise the caller",
        arguments: [
            (["LANG": "C.UTF-8"], false, true), (["LANG": "en_US.utf8"], false, true),
            (["LC_CTYPE": "UTF-8"], false, true), (["LANG": "de_DE.UTF-8@euro"], false, true),
            (["LANG": "C"], false, false), (["LANG": "C"], true, false),
            (["LANG": "de_DE.ISO-8859-1"], false, false),
            (["LC_ALL": "C", "LANG": "C.UTF-8"], false, false),
            (["LC_ALL": "", "LANG": "C.UTF-8"], false, true),
            (["LC_CTYPE": "POSIX", "LANG": "C.UTF-8"], false, false),
            ([:], nil, false), ([:], false, false), ([:], true, true),
        ] as [([String: String], Bool?, Bool)])
    func locale(environment: [String: String], callers: Bool?, isUnicode: Bool) {
        let capabilities =
            if let callers {
                Capabilities.ofKnownTerminal(
                    term: "xterm", environment: environment, localeIsUnicode: callers)
            } else {
                Capabilities.ofKnownTerminal(term: "xterm", environment: environment)
            }
        #expect(capabilities?.isUnicode == isUnicode)
    }
}
