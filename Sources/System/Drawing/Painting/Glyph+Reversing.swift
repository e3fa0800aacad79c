extension Cell {
    /// What shows the same reversed: a blank for a block, the missing quarter for three of them.
    ///
    /// No font draws a block that fills its cell on every terminal, but each terminal fills the
    /// whole cell behind a blank. So pieces have no seams. The marks around a square touch nothing,
    /// and go from place to place with each key: they are sent as they are.
    package var reversedGlyph: Glyph? {
        guard style != .cursor, !glyph.hasMarks else { return nil }
        return switch glyph.character {
        case "█": .blank
        case "▛": "▗"
        case "▜": "▖"
        case "▙": "▝"
        case "▟": "▘"
        default: nil
        }
    }
}

extension Look {
    /// With ink and background changed over.
    package var reversed: Look {
        var look = self
        look.attributes.formSymmetricDifference(.reverse)
        return look
    }
}
