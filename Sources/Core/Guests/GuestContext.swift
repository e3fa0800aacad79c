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
    /// For somebody with a key who wants to play: a place that the key has again at any time.
    package var place: Place?

    /// A place in the lobby that belongs to a key.
    package struct Place: Hashable, Codable, Sendable {
        package let settings: ReplicaSettings
        package let slot: Int
        /// Whether another line plays with the key, and lives.
        package var isRivalled: Bool

        package init(_ settings: ReplicaSettings, slot: Int, isRivalled: Bool) {
            self.settings = settings
            self.slot = slot
            self.isRivalled = isRivalled
        }
    }

    package init(
        _ settings: ReplicaSettings, token: Token, snapshot: LobbySnapshot, ban: Ban? = nil,
        place: Place? = nil
    ) {
        self.settings = settings
        self.token = token
        self.snapshot = snapshot
        self.ban = ban
        self.place = place
    }

    var id: PlayerID { PlayerID(rawValue: settings.clientID.text) }

    func visit(isWatching: Bool, at place: Place? = nil) -> LobbyVisit {
        isWatching
            ? LobbyVisit(watchingAs: id, shown: snapshot, seed: settings.seed)
            : LobbyVisit(place?.settings ?? settings, token: token, sharesObjects: true)
    }
}
