/// What a window is called while something of ours is shown in it.
///
/// The name it had is put on a stack where the terminal has one. Where it has none the last name
/// would stay, so it is emptied before.
package enum WindowTitle {
    static let most = 60
    package static let beginning = "\u{1B}[22;2t"
    package static let end = "\u{1B}]2;\u{1B}\\\u{1B}[23;2t"

    /// What gives the window a name. No more of it than fits, and nothing that is no character.
    package static func request(_ title: String, isUnicode: Bool) -> String {
        "\u{1B}]2;" + cleaned(title, isUnicode: isUnicode) + "\u{1B}\\"
    }

    static func cleaned(_ text: String, isUnicode: Bool) -> String {
        var words = ""
        for glyph in Glyphs(text.shortened(toColumns: most)) {
            if isUnicode {
                for scalar in glyph.scalars { words.unicodeScalars.append(scalar) }
            } else {
                words.unicodeScalars.append(glyph.ascii)
            }
        }
        return words
    }
}
