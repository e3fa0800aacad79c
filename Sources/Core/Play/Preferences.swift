package import Drawing
package import Lobby
package import Records
package import SimperiumClock

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
    /// The same, as the account's file names it.
    package var accountServer = ""
    /// Whether passwords may go there.
    package var mayCarrySecrets = true
    /// What the command line or a file says, and an account does not change here.
    package var fixed: Set<SettingName> = []
    /// What this machine calls itself to the account's other devices.
    package var device = ""
    /// Of the key by which a guest came to a door whose server keeps accounts; nil for others.
    package var fingerprint: String?
    /// When the program was started, by this machine's calendar.
    package var startedAt = Stamp(milliseconds: 0)

    package init() {}
}

extension Preferences {
    /// Stays who the person came in as, and where.
    mutating func keepWhoAndWhere(of other: Preferences) {
        (name, way) = (other.name, other.way)
        (accountServer, mayCarrySecrets) = (other.accountServer, other.mayCarrySecrets)
        (device, startedAt) = (other.device, other.startedAt)
        fingerprint = other.fingerprint
    }
}
