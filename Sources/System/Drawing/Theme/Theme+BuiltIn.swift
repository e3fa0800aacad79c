/// The themes of the program. They equal the themes in the files in `Assets/themes`; a test
/// compares them, but not the comments.
extension Theme {
    /// The themes that come with the program.
    ///
    /// The first five use only the terminal's own colours, which its user can read. These five
    /// never dim text, because dimmed text is hard to read in each stock palette.
    package static let builtIn =
        [dark, light, highContrast, colourBlind, monochrome]
        + palettes.map { Theme(builtIn: $0.name, $0.text) }

    package static let dark = Theme(builtIn: "dark", darkText)
    package static let light = Theme(builtIn: "light", lightText)
    package static let highContrast = Theme(builtIn: "high-contrast", highContrastText)
    package static let colourBlind = Theme(builtIn: "colour-blind", colourBlindText)
    package static let monochrome = Theme(builtIn: "monochrome", monochromeText)

    private init(builtIn name: String, _ text: String) {
        do throws(ThemeFlaw) {
            try self.init(name, reading: text)
        } catch {
            preconditionFailure("the theme \(name) is wrong: \(error)")
        }
    }

    private static let darkText = """
        # For light text on a dark background.
        strong          bold
        rule            dim
        titleBar        reverse
        titleBarStrong  reverse bold
        titleBarAlert   reverse bold yellow
        keyBarKey       bold cyan
        cross           bold cyan
        circle          bold yellow
        winningCross    bold green
        winningCircle   bold green
        selected        reverse
        input           underline
        ownTurn         bold green
        good            green
        warning         bold yellow
        urgent          bold red
        danger          reverse bold
        """

    private static let lightText = """
        # For dark text on a light background, where only red and magenta can be read as text, and
        # neither if it is bold: many a terminal makes it brighter then.
        strong          bold
        rule            dim
        titleBar        reverse
        titleBarStrong  reverse bold
        titleBarAlert   reverse red
        keyBarKey       bold
        cross           bold blue
        circle          bold red
        winningCross    bold
        winningCircle   bold
        selected        reverse
        input           underline
        ownTurn         magenta
        good            magenta
        warning         red
        urgent          bold red
        danger          reverse bold
        """

    private static let highContrastText = """
        # White on black, also on a terminal with a light background, and bars the other way round:
        # bold black would be grey on many a terminal.
        plain           bright-white on black
        strong          bold
        titleBar        reverse
        titleBarStrong  reverse bold
        titleBarAlert   reverse bold underline
        keyBar          reverse
        keyBarKey       reverse bold
        cross           bold
        winningCross    bold underline
        winningCircle   underline
        cursor          bold
        selected        reverse
        input           underline
        ownTurn         bold
        warning         bold
        urgent          bold underline
        danger          reverse bold
        """

    private static let colourBlindText = """
        # For eyes that cannot tell red from green: blue against yellow, and nothing else.
        strong          bold
        rule            dim
        titleBar        reverse cyan
        titleBarStrong  reverse bold cyan
        titleBarAlert   reverse bold yellow
        keyBarKey       bold cyan
        cross           bold cyan
        circle          bold yellow
        winningCross    bold
        winningCircle   bold
        selected        reverse
        input           underline
        ownTurn         bold cyan
        good            cyan
        warning         bold yellow
        urgent          bold underline yellow
        danger          reverse bold
        """

    private static let monochromeText = """
        # Without colours: everything is told by weight, by a line under it, or by reversal.
        strong          bold
        rule            dim
        titleBar        reverse
        titleBarStrong  reverse bold
        titleBarAlert   bold
        keyBar          reverse
        keyBarKey       reverse bold
        cross           bold
        winningCross    bold underline
        winningCircle   underline
        cursor          bold
        selected        reverse
        input           underline
        ownTurn         bold
        warning         bold
        urgent          bold underline
        danger          reverse bold
        """
}
