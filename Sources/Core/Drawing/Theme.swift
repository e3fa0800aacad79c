/// What each style looks like.
package struct Theme: Hashable, Sendable {
    package let name: String
    private var looks: [Look]

    package init(_ name: String, _ look: (Style) -> Look) {
        self.name = name
        looks = Style.allCases.map(look)
    }

    package subscript(style: Style) -> Look {
        get { looks[Int(style.rawValue)] }
        set { looks[Int(style.rawValue)] = newValue }
    }

    /// The theme as a terminal of that depth can show it. Without colours only `monochrome` can be
    /// told apart.
    package func reduced(to depth: ColourDepth) -> Theme {
        depth == .none ? .monochrome : Theme(name) { self[$0].reduced(to: depth) }
    }
}

extension Theme {
    /// The themes that come with the program.
    ///
    /// They use the terminal's own colours only, since whoever chose those can read them. Text is
    /// never dimmed, because no stock palette leaves room between its text and what is legible.
    package static let builtIn = [dark, light, highContrast, colourBlind, monochrome]

    /// For light text on a dark background.
    package static let dark = Theme("dark") { style in
        var look = monochrome[style]
        switch style {
        case .cross, .winningCross: look.foreground = .cyan
        case .circle, .winningCircle:
            look.foreground = .yellow
            look.attributes.insert(.bold)
        case .ownTurn, .good: look.foreground = .green
        case .warning: look.foreground = .yellow
        case .plain, .strong, .faint, .rule, .titleBar, .titleBarStrong, .titleBarAlert, .keyBar,
            .keyBarKey, .cursor, .selected, .input, .notice, .danger:
            break
        }
        return look
    }

    /// For dark text on a light background. Of the colours only red and magenta can be read there.
    package static let light = Theme("light") { style in
        var look = dark[style]
        switch look.foreground {
        case .cyan: look.foreground = .magenta
        case .yellow: look.foreground = .red
        default: look.foreground = .standard
        }
        return look
    }

    /// For eyes that cannot tell red from green: blue against yellow, and nothing else.
    package static let colourBlind = Theme("colour-blind") { style in
        var look = dark[style]
        if look.foreground == .green { look.foreground = .cyan }
        return look
    }

    /// White on black whatever the terminal's background is, and black on white for bars.
    package static let highContrast = Theme("high-contrast") { style in
        let look = monochrome[style]
        let attributes = look.attributes.subtracting([.dim, .reverse])
        return look.attributes.contains(.reverse)
            ? Look(.black, on: .brightWhite, attributes: attributes)
            : Look(.brightWhite, on: .black, attributes: attributes)
    }

    /// Without colours: everything is told by weight, by a line under it, or by reversal.
    package static let monochrome = Theme("monochrome") { style in
        switch style {
        case .plain, .faint, .circle, .notice, .good: Look()
        case .strong, .titleBarAlert, .cross, .cursor, .ownTurn, .warning: Look(attributes: .bold)
        case .rule: Look(attributes: .dim)
        case .input: Look(attributes: .underline)
        case .titleBar, .keyBar, .winningCircle, .selected: Look(attributes: .reverse)
        case .titleBarStrong, .keyBarKey, .winningCross, .danger:
            Look(attributes: [.bold, .reverse])
        }
    }
}
