package import Game

/// What `local` and `bot` are asked for.
package struct TableOptions: Hashable, Sendable {
    package let screen: ScreenOptions
    package let isQuick: Bool
    /// Whether that was said, here or in a file, and so holds whatever was chosen in the game.
    package let saysQuick: Bool
    /// Nil for two people.
    package let bot: Bot?
    /// Where the account is that keeps the results of a bot's matches. Nobody is dialled for them.
    package let lobby: LobbyOptions

    init(_ settings: Settings, bot: Bot? = nil) {
        screen = ScreenOptions(settings)
        isQuick = settings.isOn(.quick)
        saysQuick = settings.choice(.quick) != nil
        lobby = LobbyOptions(settings)
        self.bot = bot
    }
}
