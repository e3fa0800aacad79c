package import Game

/// What `local` and `bot` are asked for.
package struct TableOptions: Hashable, Sendable {
    package let screen: ScreenOptions
    package let isQuick: Bool
    /// Nil for two people.
    package let bot: Bot?

    init(_ settings: Settings, bot: Bot? = nil) {
        screen = ScreenOptions(settings)
        isQuick = settings.isOn(.quick)
        self.bot = bot
    }
}
