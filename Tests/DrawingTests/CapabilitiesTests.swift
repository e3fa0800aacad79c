import Drawing
import Testing

@Suite("Capabilities")
struct CapabilitiesTests {
    private let utf8 = ["LANG": "de_CH.UTF-8"]

    @Test(
        "Terminals show the colours that their names promise",
        arguments: [
            ("xterm", ColourDepth.sixteen), ("xterm-256color", .palette), ("xterm-direct", .rgb),
            ("xterm-color", .sixteen), ("screen", .sixteen), ("screen-256color-bce", .palette),
            ("screen.xterm-256color", .palette), ("tmux-256color", .palette), ("linux", .sixteen),
            ("vt100", .none), ("vt220", .none), ("ansi", .sixteen), ("ansi-m", .none),
            ("dumb", .none),
            ("rxvt-unicode-256color", .palette), ("xterm-kitty", .rgb), ("foot", .rgb),
            ("alacritty", .rgb), ("wezterm", .rgb), ("xterm-ghostty", .rgb),
            ("putty-256color", .palette),
        ])
    func names(term: String, depth: ColourDepth) throws {
        let capabilities = try #require(Capabilities.from(term: term, environment: utf8))

        #expect(capabilities.colourDepth == depth)
        #expect(capabilities.isAddressable == (term != "dumb"))
    }

    @Test(
        "A name that nobody knows is refused",
        arguments: [
            "", "unknown", "xterm-256colors", "xtermx", "../../etc/passwd", "screen.",
            "screen.dumber",
            "network", "XTERM", "xterm 256color", "xterm-\u{1B}[2J", "dumb-emacs-ansi",
            String(repeating: "xterm-", count: 100),
        ])
    func unknown(term: String) {
        #expect(Capabilities.from(term: term, environment: utf8) == nil)
    }

    @Test("What is not asked of a terminal that may not know it")
    func restraint() throws {
        let console = try #require(Capabilities.from(term: "linux", environment: utf8))
        #expect(!console.hasAlternateScreen && !console.hasReports && !console.isUnicode)
        #expect(console.erasesWithBackground && !console.hasSynchronizedOutput)

        let xterm = try #require(Capabilities.from(term: "xterm-256color", environment: utf8))
        #expect(xterm.hasAlternateScreen && xterm.hasReports && xterm.isUnicode)
        #expect(!xterm.hasSynchronizedOutput && xterm.fillsLastCell)

        let screen = try #require(Capabilities.from(term: "screen", environment: utf8))
        #expect(!screen.erasesWithBackground)
        #expect(
            Capabilities.from(term: "screen-bce", environment: utf8)?.erasesWithBackground == true)
        #expect(Capabilities.from(term: "ansi", environment: utf8)?.fillsLastCell == false)
        #expect(Capabilities.from(term: "foot", environment: utf8)?.hasSynchronizedOutput == true)
    }

    @Test(
        "The first of three variables that says anything tells whether UTF-8 is shown",
        arguments: [
            (["LANG": "C.UTF-8"], true), (["LANG": "en_US.utf8"], true),
            (["LC_CTYPE": "UTF-8"], true),
            (["LANG": "de_DE.UTF-8@euro"], true), (["LANG": "C"], false),
            (["LANG": "de_DE.ISO-8859-1"], false),
            (["LC_ALL": "C", "LANG": "C.UTF-8"], false), (["LC_ALL": "", "LANG": "C.UTF-8"], true),
            (["LC_CTYPE": "POSIX", "LANG": "C.UTF-8"], false), ([:], false),
        ])
    func locale(environment: [String: String], isUnicode: Bool) {
        #expect(Capabilities.from(term: "xterm", environment: environment)?.isUnicode == isUnicode)
    }

    @Test("Where nothing is said of a locale, the caller decides")
    func noLocale() {
        let silent = Capabilities.from(term: "xterm", environment: [:], localeIsUnicode: true)
        let told = Capabilities.from(
            term: "xterm", environment: ["LANG": "C"], localeIsUnicode: true)

        #expect(silent?.isUnicode == true)
        #expect(told?.isUnicode == false)
    }

    @Test(
        "Every colour is believed of those that can show it, and none is shown to who wants none",
        arguments: [
            ("xterm-256color", ["COLORTERM": "truecolor"], ColourDepth.rgb),
            ("tmux-256color", ["COLORTERM": "24bit"], .rgb),
            ("screen-256color", ["COLORTERM": "truecolor"], .palette),
            ("screen.xterm-256color", ["COLORTERM": "truecolor"], .palette),
            ("linux", ["COLORTERM": "truecolor"], .sixteen),
            ("vt100", ["COLORTERM": "truecolor"], .none),
            ("xterm-256color", ["COLORTERM": "yes"], .palette),
            ("xterm-256color", ["NO_COLOR": "1", "COLORTERM": "truecolor"], .none),
            ("xterm-256color", ["LC_NO_COLOR": "1"], .none),
            ("xterm-256color", ["NO_COLOR": ""], .palette),
        ])
    func colours(term: String, environment: [String: String], depth: ColourDepth) {
        #expect(Capabilities.from(term: term, environment: environment)?.colourDepth == depth)
    }
}
