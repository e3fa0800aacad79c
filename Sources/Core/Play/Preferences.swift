package import Drawing
package import Lobby

/// What a person has chosen once for all their games.
package struct Preferences: Hashable, Codable, Sendable {
    package var name: PlayerName?
    package var theme = Theme.dark
    package var keymap = Keymap()
    /// Whether a square's number places a piece there at once.
    package var isQuick = false
    package var hasBell = true
    package var hasMouse = true
    package var way = Player.Way.terminal
    /// What the server is called on the screen.
    package var server = ""

    package init() {}
}
