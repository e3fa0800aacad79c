/// The content of one cell of a canvas: a glyph and its style.
package struct Cell: Hashable, Sendable {
    package var glyph: Glyph
    package var style: Style

    package init(_ glyph: Glyph, _ style: Style = .plain) {
        self.glyph = glyph
        self.style = style
    }

    package static let blank = Cell(.blank)

    /// A cell with unknown content. It differs from each cell that can be drawn.
    static let unknown = Cell(.unknown)
}

extension Cell {
    /// The glyph that looks the same with colours reversed: a blank for a block, the missing
    /// quarter for three quarters. Nil to draw the cell as it is.
    ///
    /// A font's block may leave gaps between cells, but each terminal fills the whole cell of a
    /// blank. So pieces drawn with reversed blanks have no seams. The marks around a square and
    /// large letters show no seams, and are sent unreversed, which takes fewer bytes.
    package var reversedGlyph: Glyph? {
        guard !Self.stylesSentAsTheyAre.contains(style), !glyph.hasMarks else { return nil }
        return switch glyph.character {
        case "█": .blank
        case "▛": "▗"
        case "▜": "▖"
        case "▙": "▝"
        case "▟": "▘"
        default: nil
        }
    }

    private static let stylesSentAsTheyAre: Set<Style> = [.cursor, .strong, .ownTurn]
}

/// The meaning of a cell for its reader. A theme gives each style a look.
package enum Style: UInt8, Hashable, Sendable, CaseIterable {
    case plain
    /// Text that the reader should see first: a name, a heading, an amount.
    case strong
    /// Text to look up: explanations, times, the numbers of free squares.
    case faint
    case rule

    case titleBar
    case titleBarStrong
    case titleBarAlert
    /// The last row of a screen: the effects of the keys.
    case keyBar
    case keyBarKey

    case cross
    case circle
    /// The stroke through three crosses in a row. On a board too small for a stroke over pieces,
    /// the winning crosses have this style too.
    case winningCross
    case winningCircle
    /// The marks around the chosen square.
    case cursor

    /// The chosen row of a list, or the chosen answer to a question.
    case selected
    case input

    case ownTurn
    /// A reply to a key, or a recent action of another player.
    case notice
    case good
    case warning
    /// The clock of the player to move in its last seconds: figures and a bar.
    case urgent
    case danger
}

extension Style {
    /// The minimum contrast ratio with the background: 4.5 for text, and 3 for pieces and for a
    /// clock in its last seconds. Rules are only ornament, and need no contrast.
    var leastContrast: Double {
        switch self {
        case .cross, .circle, .winningCross, .winningCircle, .urgent: 3
        case .rule: 1
        case .plain, .strong, .faint, .titleBar, .titleBarStrong, .titleBarAlert, .keyBar,
            .keyBarKey, .cursor, .selected, .input, .ownTurn, .notice, .good, .warning, .danger:
            4.5
        }
    }
}
