extension Glyph {
    /// What stands for the glyph in its first cell where only ASCII may be sent. The second cell of
    /// a wide character is a blank, so that nothing else moves.
    package var ascii: Unicode.Scalar {
        if self == .continuation { return " " }
        return character.isASCII ? character : Self.standIn(for: character)
    }

    /// Every glyph that a screen of ours is made of has a stand-in of its own.
    private static func standIn(for character: Unicode.Scalar) -> Unicode.Scalar {
        switch character {
        case "─", "━", "═", "╴", "╶", "–", "—", "−": "-"
        case "│", "┃", "║", "╵", "╷", "▌", "▐", "▏", "▕": "|"
        case "┌", "┐", "└", "┘", "├", "┤", "┬", "┴", "┼", "╭", "╮", "╰", "╯", "╋", "✓": "+"
        case "\u{1FB00}"..."\u{1FB3B}": "#"
        case "█", "▓", "▒", "▀", "▄", "■", "●", "◆": "#"
        case "▚", "▜", "▙", "╲": "\\"
        case "▞", "▛", "▟", "╱": "/"
        case "╳", "✕", "✗", "×": "X"
        case "◯", "○", "◉", "◎": "o"
        case "★", "☆", "•", "✱": "*"
        case "▸", "▶", "›", "»", "→": ">"
        case "◂", "◀", "‹", "«", "←": "<"
        case "▴", "▲", "↑": "^"
        case "▾", "▼", "↓": "v"
        case "░": ":"
        case "▘", "▝": "'"
        case "▖", "▗": "."
        case "·", "…", "∙": "."
        case "‘", "’": "'"
        case "“", "”": "\""
        case "□", "◇", "▢": "."
        default: "?"
        }
    }
}
