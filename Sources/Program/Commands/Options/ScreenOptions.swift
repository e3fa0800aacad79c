package import Drawing

/// How the program shows itself. Nil leaves it to what the terminal and the environment say.
package struct ScreenOptions: Hashable, Sendable {
    package let theme: Theme?
    /// Where a theme of the person's own is.
    package let themeFile: String?
    package let keys: [KeyBinding]
    /// Whether the squares are numbered as a keypad is.
    package let isKeypad: Bool
    /// Whether that was said, here or in a file, and so holds whatever was chosen in the game.
    package let saysKeypad: Bool
    package let isASCII: Bool?
    package let isColoured: Bool?
    package let hasMouse: Bool
    /// Whether pieces and rows come about in steps; nil if nobody said.
    package let hasMotion: Bool?
    /// Lines of text instead of a screen.
    package let isPlain: Bool
    /// Whether no result is left on the terminal.
    package let isQuiet: Bool
    /// Where all that happens is recorded; nil if it is not.
    package let recordingFile: String?

    init(_ settings: Settings) {
        theme = settings.theme()
        themeFile = settings.themeFile()
        keys = settings.keyBindings()
        isKeypad = settings.isOn(.keypad)
        saysKeypad = settings.choice(.keypad) != nil
        isASCII = settings.choice(.ascii)
        isColoured = settings.choice(.color)
        hasMouse = settings.isOn(.mouse)
        hasMotion = settings.choice(.motion)
        isPlain = settings.isOn(.plain)
        isQuiet = settings.isOn(.quiet)
        recordingFile = settings.text(.record)
    }
}
