/// What each style looks like.
package struct Theme: Hashable, Codable, Sendable {
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
    /// The theme for a terminal of which its environment tells the background, as rxvt, Konsole and
    /// others do by `COLORFGBG`, such as `0;15`. The dark one if it does not.
    package static func suited(to environment: [String: String]) -> Theme {
        let claim = environment["COLORFGBG"]?.split(separator: ";").last
        guard let background = claim.flatMap({ Int($0) }) else { return .dark }
        return background == 7 || (9...15).contains(background) ? .light : .dark
    }
}
