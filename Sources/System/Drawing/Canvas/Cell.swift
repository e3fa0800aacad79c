/// What a canvas holds at one point: what it shows, and what that means.
package struct Cell: Hashable, Sendable {
    package var glyph: Glyph
    package var style: Style

    package init(_ glyph: Glyph, _ style: Style = .plain) {
        self.glyph = glyph
        self.style = style
    }

    package static let blank = Cell(.blank)

    /// What stands on a screen of which nothing is known. It differs from all that can be drawn.
    static let unknown = Cell(.unknown)
}

/// What a cell means to the person who looks at it. A theme decides what that looks like.
package enum Style: UInt8, Hashable, Sendable, CaseIterable {
    case plain
    /// What the eye should find first: a name, a heading, an amount.
    case strong
    /// What is there to be looked up: explanations, times, the numbers of free squares.
    case faint
    /// Rules between and around parts of the screen.
    case rule

    /// The first row of a screen; names in it; news in it that must not be overlooked.
    case titleBar
    case titleBarStrong
    case titleBarAlert
    /// The last row of a screen: what each key does; the keys.
    case keyBar
    case keyBarKey

    case cross
    case circle
    case winningCross
    case winningCircle
    /// The marks around the chosen square.
    case cursor

    /// The chosen row of a list, or the chosen answer to a question.
    case selected
    /// Text that is being typed.
    case input

    case ownTurn
    /// What another person has just done.
    case notice
    case good
    case warning
    case danger
}

extension Style {
    /// How well it has to stand out from what is behind it: as text does, or as large as a piece.
    /// Rules are ornament.
    var leastContrast: Double {
        switch self {
        case .cross, .circle, .winningCross, .winningCircle: 3
        case .rule: 1
        case .plain, .strong, .faint, .titleBar, .titleBarStrong, .titleBarAlert, .keyBar,
            .keyBarKey, .cursor, .selected, .input, .ownTurn, .notice, .good, .warning, .danger:
            4.5
        }
    }
}
