/// A look for each style.
package struct Theme: Hashable, Codable, Sendable {
    package let name: String
    private let looks: [Look]

    package init(_ name: String, _ look: (Style) -> Look) {
        self.name = name
        looks = Style.allCases.map(look)
    }

    package subscript(style: Style) -> Look { looks[Int(style.rawValue)] }

    /// Returns the theme in colours that a terminal of this depth can show. For a terminal without
    /// colours, returns `monochrome`, because the styles of other themes would look alike. For
    /// sixteen colours, returns `light` or `dark` instead of a theme with an exact background. The
    /// choice depends on the terminal's own background, or on the theme's if `isLight` is nil.
    package func adapted(to depth: ColourDepth, onLight isLight: Bool? = nil) -> Theme {
        switch depth {
        case .none: .monochrome
        case .sixteen:
            background.map { Theme.suited(toLight: isLight ?? $0.isLight) }
                ?? looksReduced(to: depth)
        case .palette: background.map(reducedToPaletteKeepingContrast) ?? looksReduced(to: depth)
        case .rgb: self
        }
    }

    private func looksReduced(to depth: ColourDepth) -> Theme {
        Theme(name) { self[$0].reduced(to: depth) }
    }

    /// The styles with too little contrast on a terminal with 24-bit colour. Looks that do not have
    /// two exact colours are left out.
    package var unreadable: [(style: Style, contrast: Double)] {
        Style.allCases.compactMap { style in
            let look = self[style]
            guard let ink = RGB(look.foreground), let ground = RGB(look.background) else {
                return nil
            }
            let contrast = ink.contrast(with: ground)
            return contrast < style.leastContrast ? (style, contrast) : nil
        }
    }

    /// The background, if the theme gives it an exact colour; otherwise nil.
    private var background: RGB? { RGB(self[.plain].background) }

    /// Returns the theme for a terminal of 256 colours. Each colour is chosen for its contrast with
    /// the palette's nearest background, which often differs from the exact background.
    private func reducedToPaletteKeepingContrast(on background: RGB) -> Theme {
        let ground = background.nearest(in: 16...255)
        return Theme(name) { style in
            var look = self[style].reduced(to: .palette)
            if let colour = RGB(self[style].foreground), RGB(self[style].background) == background {
                let least = min(style.leastContrast, colour.contrast(with: background))
                look.foreground = .palette(
                    colour.nearest(
                        in: 16...255, readableOn: RGB(index: ground), by: least))
            }
            return look
        }
    }
}

extension Theme {
    package static func suited(toLight isLight: Bool) -> Theme { isLight ? .light : .dark }

    /// Returns the theme for the background that the environment names; the dark theme if it names
    /// none.
    package static func suited(to environment: [String: String]) -> Theme {
        suited(toLight: hasLightBackground(in: environment) ?? false)
    }

    /// Returns true for a light background, and false for a dark one: rxvt, Konsole and others set
    /// `COLORFGBG`, such as `0;15`. Returns nil if the variable has no number.
    package static func hasLightBackground(in environment: [String: String]) -> Bool? {
        let claim = environment["COLORFGBG"]?.split(separator: ";").last
        guard let background = claim.flatMap({ Int($0) }) else { return nil }
        return background == 7 || (9...15).contains(background)
    }
}

package enum ThemeFlaw: Error, Hashable, Sendable {
    case unknownStyle(String, line: Int)
    case unknownWord(String, line: Int)
    case styleTwice(String, line: Int)
}
