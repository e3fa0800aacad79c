package import Game

/// What `local`, `bot` and `puzzle` are asked for.
package struct TableOptions: Hashable, Sendable {
    package enum Game: Hashable, Sendable {
        /// Two people.
        case local
        case bot(Bot)
        /// Two bots.
        case demo
        case puzzle
    }

    package let screen: ScreenOptions
    package let isQuick: Bool
    /// Whether that was said, here or in a file, and so holds whatever was chosen in the game.
    package let saysQuick: Bool
    package let game: Game
    /// Where the account is that keeps the results of bots' matches and of puzzles. Nobody is
    /// dialled for them.
    package let lobby: LobbyOptions

    init(_ settings: Settings, _ game: Game = .local) {
        screen = ScreenOptions(settings)
        isQuick = settings.isOn(.quick)
        saysQuick = settings.choice(.quick) != nil
        lobby = LobbyOptions(settings)
        if case .bot = game, settings.isOn(.demo) {
            self.game = .demo
        } else {
            self.game = game
        }
    }

    /// The bot that the person plays.
    package var bot: Bot? {
        if case .bot(let bot) = game { bot } else { nil }
    }
}
