extension Glyph {
    /// What shows the same reversed: a blank for a block, the missing quarter for three of them.
    ///
    /// No font draws a block that fills its cell on every terminal, but each terminal fills the
    /// whole cell behind a blank. So pieces have no seams.
    package var reversed: Glyph? {
        switch self {
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
