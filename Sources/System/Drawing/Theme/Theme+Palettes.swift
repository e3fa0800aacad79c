/// Themes with popular palettes.
///
/// Each theme has its own background. A terminal with only sixteen colours can't show these themes,
/// and gets `dark` or `light`.
extension Theme {
    static let palettes: [(name: String, text: String)] = [
        ("solarized-dark", solarizedDarkText),
        ("solarized-light", solarizedLightText),
        ("gruvbox-dark", gruvboxDarkText),
        ("gruvbox-light", gruvboxLightText),
        ("nord", nordText),
        ("catppuccin-mocha", catppuccinMochaText),
        ("catppuccin-latte", catppuccinLatteText),
    ]

    private static let solarizedDarkText = """
        # Solarized by Ethan Schoonover, on its dark background.
        plain           #93a1a1 on #002b36
        strong          bold #eee8d5
        faint           #839496
        rule            #586e75
        titleBar        reverse #2aa198
        titleBarStrong  reverse bold #2aa198
        titleBarAlert   reverse bold #b58900
        keyBarKey       bold #2aa198
        cross           bold #2aa198
        circle          bold #b58900
        winningCross    bold #eee8d5
        winningCircle   bold #eee8d5
        selected        reverse
        input           underline
        ownTurn         bold #859900
        good            #859900
        warning         bold #b58900
        urgent          bold #dc322f
        danger          reverse bold #eee8d5
        """

    private static let solarizedLightText = """
        # Solarized by Ethan Schoonover, on its light background.
        plain           #586e75 on #fdf6e3
        strong          bold #073642
        faint           #586e75
        rule            #93a1a1
        titleBar        reverse #073642
        titleBarStrong  reverse bold #073642
        titleBarAlert   reverse bold underline #073642
        keyBarKey       bold #073642
        cross           bold #268bd2
        circle          bold #cb4b16
        winningCross    bold #073642
        winningCircle   bold #073642
        selected        reverse
        input           underline
        ownTurn         bold #073642
        good            #073642
        warning         bold #073642
        urgent          bold #dc322f
        danger          reverse bold #073642
        """

    private static let gruvboxDarkText = """
        # Gruvbox by Pavel Pertsev, on its dark background.
        plain           #ebdbb2 on #282828
        strong          bold #fbf1c7
        faint           #a89984
        rule            #665c54
        titleBar        reverse #8ec07c
        titleBarStrong  reverse bold #8ec07c
        titleBarAlert   reverse bold #fe8019
        keyBarKey       bold #8ec07c
        cross           bold #83a598
        circle          bold #fabd2f
        winningCross    bold #fbf1c7
        winningCircle   bold #fbf1c7
        selected        reverse
        input           underline
        ownTurn         bold #b8bb26
        good            #b8bb26
        warning         bold #fe8019
        urgent          bold #fb4934
        danger          reverse bold #fbf1c7
        """

    private static let gruvboxLightText = """
        # Gruvbox by Pavel Pertsev, on its light background.
        plain           #3c3836 on #fbf1c7
        strong          bold #282828
        faint           #665c54
        rule            #a89984
        titleBar        reverse #8f3f71
        titleBarStrong  reverse bold #8f3f71
        titleBarAlert   reverse bold #9d0006
        keyBarKey       bold #8f3f71
        cross           bold #076678
        circle          bold #af3a03
        winningCross    bold #282828
        winningCircle   bold #282828
        selected        reverse
        input           underline
        ownTurn         bold #8f3f71
        good            #076678
        warning         bold #9d0006
        urgent          bold #cc241d
        danger          reverse bold #282828
        """

    private static let nordText = """
        # Nord by Arctic Ice Studio.
        plain           #d8dee9 on #2e3440
        strong          bold #eceff4
        faint           #81a1c1
        rule            #4c566a
        titleBar        reverse #8fbcbb
        titleBarStrong  reverse bold #8fbcbb
        titleBarAlert   reverse bold #ebcb8b
        keyBarKey       bold #8fbcbb
        cross           bold #88c0d0
        circle          bold #ebcb8b
        winningCross    bold #eceff4
        winningCircle   bold #eceff4
        selected        reverse
        input           underline
        ownTurn         bold #a3be8c
        good            #a3be8c
        warning         bold #ebcb8b
        urgent          bold #bf616a
        danger          reverse bold #eceff4
        """

    private static let catppuccinMochaText = """
        # Catppuccin, the darkest of its four.
        plain           #cdd6f4 on #1e1e2e
        strong          bold #f5e0dc
        faint           #9399b2
        rule            #585b70
        titleBar        reverse #cba6f7
        titleBarStrong  reverse bold #cba6f7
        titleBarAlert   reverse bold #f38ba8
        keyBarKey       bold #cba6f7
        cross           bold #89b4fa
        circle          bold #fab387
        winningCross    bold #f5e0dc
        winningCircle   bold #f5e0dc
        selected        reverse
        input           underline
        ownTurn         bold #a6e3a1
        good            #a6e3a1
        warning         bold #f9e2af
        urgent          bold #f38ba8
        danger          reverse bold #f5e0dc
        """

    private static let catppuccinLatteText = """
        # Catppuccin, the light one of its four.
        plain           #4c4f69 on #eff1f5
        strong          bold #11111b
        faint           #5c5f77
        rule            #9ca0b0
        titleBar        reverse #8839ef
        titleBarStrong  reverse bold #8839ef
        titleBarAlert   reverse bold #d20f39
        keyBarKey       bold #8839ef
        cross           bold #1e66f5
        circle          bold #d20f39
        winningCross    bold #11111b
        winningCircle   bold #11111b
        selected        reverse
        input           underline
        ownTurn         bold #8839ef
        good            #8839ef
        warning         bold #d20f39
        urgent          bold #d20f39
        danger          reverse bold #11111b
        """
}
