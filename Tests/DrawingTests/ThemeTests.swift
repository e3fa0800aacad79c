import Drawing
import Glibc
import Testing

@Suite("Themes")
struct ThemeTests {
    private static let large: Set<Style> = [
        .cross, .circle, .winningCross, .winningCircle, .urgent,
    ]

    @Test("Themes have names; the first five use the terminal's sixteen colours and its background")
    func builtIn() {
        #expect(
            Theme.builtIn.map(\.name)
                == [
                    "dark", "light", "high-contrast", "colour-blind", "monochrome",
                    "solarized-dark", "solarized-light", "gruvbox-dark", "gruvbox-light", "nord",
                    "catppuccin-mocha", "catppuccin-latte",
                ])
        for theme in Theme.builtIn.prefix(5) {
            for style in Style.allCases {
                let look = theme[style]
                #expect(look.reduced(to: .sixteen) == look, "\(style) of \(theme.name)")
                #expect(
                    look.background == .standard || theme == .highContrast,
                    "\(style) of \(theme.name)")
            }
        }
    }

    @Test(
        "Text is readable in the default palettes of terminals",
        arguments: [
            (Theme.dark, TestPalette.xtermDark, 4.5), (.dark, .linux, 4.5),
            (.dark, .solarizedDark, 4.5),
            (.colourBlind, .xtermDark, 4.5), (.colourBlind, .linux, 4.5),
            (.colourBlind, .solarizedDark, 4.5), (.light, .xtermLight, 4.5),
            (.light, .plainLight, 4.5),
            // Solarized light sets its own plain text at 4.13 to 1.
            (.light, .solarizedLight, 4.1),
            (.monochrome, .linux, 4.5), (.monochrome, .solarizedDark, 4.5),
            (.highContrast, .xtermDark, 7), (.highContrast, .xtermLight, 7),
            (.highContrast, .linux, 7),
            (.highContrast, .solarizedDark, 7), (.highContrast, .solarizedLight, 7),
        ])
    func contrast(theme: Theme, palette: TestPalette, least: Double) {
        for style in Style.allCases {
            // Pieces and the clock's bar are large, and their letters bold.
            let isPiece = Self.large.contains(style)
            #expect(
                palette.contrast(of: theme[style]) >= (isPiece ? min(3, least) : least),
                "\(style) of \(theme.name)")
        }
    }

    @Test(
        "A theme with its own background is readable in all colours; in 16 it is dark or light",
        arguments: Theme.builtIn.dropFirst(5))
    func palettes(theme: Theme) {
        for depth in [ColourDepth.rgb, .palette] {
            let shown = theme.adapted(to: depth)
            for style in Style.allCases where style != .rule {
                let isPiece = Self.large.contains(style)
                let contrast = TestPalette.xtermDark.contrast(of: shown[style])
                #expect(contrast >= (isPiece ? 3 : 4.5), "\(style): \(contrast)")
                #expect(shown[style].background == shown[.plain].background)
            }
        }
        let isLight = ["solarized-light", "gruvbox-light", "catppuccin-latte"].contains(theme.name)
        #expect(theme.adapted(to: .sixteen) == (isLight ? .light : .dark))
        // If the terminal's own background is known, the substitute is readable on it.
        #expect(theme.adapted(to: .sixteen, onLight: true) == .light)
        #expect(theme.adapted(to: .sixteen, onLight: false) == .dark)
        #expect(theme.adapted(to: .rgb, onLight: true) == theme)
    }

    @Test("Without colours each kind of element is still distinguishable", arguments: Theme.builtIn)
    func withoutColours(theme: Theme) {
        let reduced = theme.adapted(to: .none)

        for style in Style.allCases {
            #expect(
                reduced[style].foreground == .standard && reduced[style].background == .standard)
        }
        for (one, other) in [
            (Style.cross, Style.circle), (.cross, .winningCross), (.circle, .winningCircle),
            (.winningCross, .winningCircle), (.plain, .selected), (.plain, .ownTurn),
            (.plain, .warning), (.warning, .urgent), (.strong, .urgent), (.plain, .danger),
            (.plain, .input), (.titleBar, .titleBarAlert),
            (.keyBar, .keyBarKey),
        ] {
            #expect(reduced[one] != reduced[other], "\(one) looks like \(other)")
        }
    }

    @Test(
        "A colour that a terminal lacks becomes the nearest that it has",
        arguments: [
            (
                Colour.rgb(red: 255, green: 0, blue: 0), ColourDepth.rgb,
                Colour.rgb(red: 255, green: 0, blue: 0)
            ),
            (.rgb(red: 255, green: 0, blue: 0), .palette, .palette(196)),
            (.rgb(red: 255, green: 0, blue: 0), .sixteen, .palette(9)),
            (.rgb(red: 255, green: 0, blue: 0), .none, .standard),
            (.rgb(red: 8, green: 8, blue: 8), .palette, .palette(232)),
            (.rgb(red: 95, green: 135, blue: 175), .palette, .palette(67)),
            (.palette(67), .palette, .palette(67)),
            (.palette(46), .sixteen, .palette(10)),
            (.palette(231), .sixteen, .palette(15)),
            (.palette(244), .sixteen, .palette(8)),
            (.palette(6), .sixteen, .palette(6)),
            (.palette(6), .none, .standard),
            (.standard, .sixteen, .standard),
        ])
    func reduction(colour: Colour, depth: ColourDepth, nearest: Colour) {
        #expect(colour.reduced(to: depth) == nearest)
    }
}

/// The default sixteen colours of a terminal, its text colour and its background.
struct TestPalette: CustomTestStringConvertible {
    private static let xterm: [UInt32] = [
        0x000000, 0xCD0000, 0x00CD00, 0xCDCD00, 0x0000EE, 0xCD00CD, 0x00CDCD, 0xE5E5E5,
        0x7F7F7F, 0xFF0000, 0x00FF00, 0xFFFF00, 0x5C5CFF, 0xFF00FF, 0x00FFFF, 0xFFFFFF,
    ]
    private static let vga: [UInt32] = [
        0x000000, 0xAA0000, 0x00AA00, 0xAA5500, 0x0000AA, 0xAA00AA, 0x00AAAA, 0xAAAAAA,
        0x555555, 0xFF5555, 0x55FF55, 0xFFFF55, 0x5555FF, 0xFF55FF, 0x55FFFF, 0xFFFFFF,
    ]
    private static let solarized: [UInt32] = [
        0x073642, 0xDC322F, 0x859900, 0xB58900, 0x268BD2, 0xD33682, 0x2AA198, 0xEEE8D5,
        0x002B36, 0xCB4B16, 0x586E75, 0x657B83, 0x839496, 0x6C71C4, 0x93A1A1, 0xFDF6E3,
    ]

    static let xtermDark = TestPalette(
        "xterm, dark", xterm, 0xE5E5E5, on: 0x000000, boldIsBright: true)
    static let xtermLight = TestPalette(
        "xterm, light", xterm, 0x000000, on: 0xFFFFFF, boldIsBright: true)
    /// The default of most terminals that came after xterm.
    static let plainLight = TestPalette(
        "light, where bold is no colour", xterm, 0x000000, on: 0xFFFFFF)
    static let linux = TestPalette("Linux console", vga, 0xAAAAAA, on: 0x000000, boldIsBright: true)
    static let solarizedDark = TestPalette("Solarized dark", solarized, 0x839496, on: 0x002B36)
    static let solarizedLight = TestPalette("Solarized light", solarized, 0x657B83, on: 0xFDF6E3)

    let testDescription: String
    private let colours: [UInt32]
    private let text: UInt32
    private let background: UInt32
    private let boldIsBright: Bool

    private init(
        _ name: String, _ colours: [UInt32], _ text: UInt32, on background: UInt32,
        boldIsBright: Bool = false
    ) {
        testDescription = name
        self.colours = colours
        self.text = text
        self.background = background
        self.boldIsBright = boldIsBright
    }

    /// Returns the contrast ratio of the Web Content Accessibility Guidelines, from 1 to 21.
    func contrast(of look: Look) -> Double {
        var ink = value(of: look.foreground) ?? text
        if boldIsBright, look.attributes.contains(.bold),
            case .palette(let index) = look.foreground,
            index < 8
        {
            ink = colours[Int(index) + 8]
        }
        let lights = [luminance(ink), luminance(value(of: look.background) ?? background)].sorted()
        return (lights[1] + 0.05) / (lights[0] + 0.05)
    }

    private func value(of colour: Colour) -> UInt32? {
        switch colour {
        case .standard: nil
        case .palette(let index) where index < 16: colours[Int(index)]
        case .palette(let index) where index > 231: 0x010101 * (8 + 10 * (UInt32(index) - 232))
        case .palette(let index): inCube(UInt32(index) - 16)
        case .rgb(let red, let green, let blue):
            UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue)
        }
    }

    private func inCube(_ number: UInt32) -> UInt32 {
        let levels: [UInt32] = [0, 95, 135, 175, 215, 255]
        let (red, green, blue) = (number / 36, number / 6 % 6, number % 6)
        return levels[Int(red)] << 16 | levels[Int(green)] << 8 | levels[Int(blue)]
    }

    private func luminance(_ colour: UInt32) -> Double {
        0.2126 * light(colour >> 16) + 0.7152 * light(colour >> 8) + 0.0722 * light(colour)
    }

    private func light(_ byte: UInt32) -> Double {
        let share = Double(byte & 0xFF) / 255
        return share <= 0.03928 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4)
    }
}
