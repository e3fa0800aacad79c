internal import CCurses
internal import Drawing

/// A theme for ncurses: for each style, a set of attributes and a pair of colours.
struct CursesTheme {
    struct CursesStyle {
        var attributes: UInt32
        var pair: CInt
    }

    private let styles: [CursesStyle]
    /// True if ncurses draws with our own terminfo entry.
    let isByOwnEntry: Bool
    /// The attribute for reversed colours. With our own terminfo entry, it is standout, which
    /// ncurses can end without ending other attributes.
    private let reversal: UInt32

    init(_ looks: Theme, _ depth: ColourDepth, byOwnEntry isOwn: Bool) {
        let reversal = isOwn ? ttt_standout : ttt_reverse
        styles = Style.allCases.map { Self.allocateStyle(for: looks[$0], depth: depth, reversal) }
        (self.reversal, isByOwnEntry) = (reversal, isOwn)
    }

    subscript(style: Style, isReversed isReversed: Bool) -> CursesStyle {
        var found = styles[Int(style.rawValue)]
        if isReversed { found.attributes ^= reversal }
        return found
    }

    /// Starts colours in ncurses. Returns the colour depth that ncurses can draw with on this
    /// terminal.
    ///
    /// If the result is `none`, no pair may be allocated: ncurses would dereference a null pointer.
    static func startColours(_ capabilities: Capabilities) -> ColourDepth {
        guard capabilities.colourDepth != .none, has_colors(), start_color() == OK,
            use_default_colors() == OK
        else { return .none }
        return switch ttt_colors() {
        case ..<8: .none
        case ..<256: .sixteen
        case ..<0x100_0000: .palette
        default: .rgb
        }
    }

    private static func allocateStyle(
        for look: Look, depth: ColourDepth, _ reversal: UInt32
    ) -> CursesStyle {
        var style = CursesStyle(attributes: 0, pair: 0)
        let attributes = [
            (Look.Attributes.bold, ttt_bold), (.underline, ttt_underline), (.reverse, reversal),
            (.dim, ttt_dim),
        ]
        for (attribute, bit) in attributes where look.attributes.contains(attribute) {
            style.attributes |= bit
        }
        guard depth != .none else { return style }
        let foreground = number(of: look.foreground)
        let background = number(of: look.background)
        guard foreground >= 0 || background >= 0 else { return style }
        // A terminal with eight colours shows the eight brighter ones in bold.
        if ttt_colors() < 16, foreground >= 8 { style.attributes |= ttt_bold }
        style.pair = alloc_pair(supportedColour(foreground), supportedColour(background))
        return style
    }

    private static func supportedColour(_ number: CInt) -> CInt {
        ttt_colors() < 16 && number >= 8 ? number - 8 : number
    }

    /// Returns the number of a colour in ncurses; -1 for the terminal's default.
    private static func number(of colour: Colour) -> CInt {
        switch colour {
        case .standard: -1
        case .palette(let index): CInt(index)
        // The first 256 numbers are those of the terminal's own colours.
        case .rgb(let red, let green, let blue):
            max(256, CInt(red) << 16 | CInt(green) << 8 | CInt(blue))
        }
    }
}
