internal import Game
package import SimperiumSync
package import SimperiumWire
package import Visit

/// What the door has ready for somebody who comes in: a fresh place in the lobby to be taken, and
/// the snapshot for those who only watch; or the reason why they do not come in.
package struct GuestContext: Hashable, Codable, Sendable {
    package var settings: ReplicaSettings
    package var token: Token
    package var snapshot: LobbySnapshot
    /// What keeps out whoever has signed with this key.
    package var ban: Ban?

    package init(
        _ settings: ReplicaSettings, token: Token, snapshot: LobbySnapshot, ban: Ban? = nil
    ) {
        self.settings = settings
        self.token = token
        self.snapshot = snapshot
        self.ban = ban
    }

    var id: PlayerID { PlayerID(rawValue: settings.clientID.text) }

    func visit(isWatching: Bool) -> LobbyVisit {
        isWatching
            ? LobbyVisit(watchingAs: id, shown: snapshot, seed: settings.seed)
            : LobbyVisit(settings, token: token, sharesObjects: true)
    }
}
