internal import Game
package import SimperiumClock
package import SimperiumSync
package import SimperiumWire
package import Visit

/// The door's answer to a new guest: a new seat in the lobby and a spectator's snapshot, or the
/// reason for a refusal.
package struct GuestContext: Hashable, Codable, Sendable {
    package var settings: ReplicaSettings
    package var token: Token
    package var snapshot: LobbySnapshot
    /// The ban of this guest's key, if there is one.
    package var ban: Ban?
    /// The seat of a player's key. The key can always return to it.
    package var place: LobbySeat?

    /// The server's terms for accounts; nil if a key can't have one.
    package var terms: AccountTerms?

    /// The facts about the server that signing in needs.
    package struct AccountTerms: Hashable, Codable, Sendable {
        /// The server, by scheme, host and port.
        package let server: String
        /// The guest's client id in the buckets of an account.
        package let clientID: ClientID
        /// The wall-clock time when the door's clock started.
        package let startedAt: ServerTime

        package init(at server: String, as clientID: ClientID, since startedAt: ServerTime) {
            self.server = server
            self.clientID = clientID
            self.startedAt = startedAt
        }
    }

    /// A seat in the lobby that belongs to a key.
    package struct LobbySeat: Hashable, Codable, Sendable {
        package let settings: ReplicaSettings
        package let slot: Int
        /// True if another responsive connection plays with this key.
        package var isRivalled: Bool

        package init(_ settings: ReplicaSettings, slot: Int, isRivalled: Bool) {
            self.settings = settings
            self.slot = slot
            self.isRivalled = isRivalled
        }
    }

    package init(
        _ settings: ReplicaSettings, token: Token, snapshot: LobbySnapshot, ban: Ban? = nil,
        place: LobbySeat? = nil
    ) {
        self.settings = settings
        self.token = token
        self.snapshot = snapshot
        self.ban = ban
        self.place = place
    }

    var id: PlayerID { PlayerID(rawValue: settings.clientID.text) }

    func makeLobbyClient(isWatching: Bool, at place: LobbySeat? = nil) -> LobbyClient {
        isWatching
            ? LobbyClient(watchingAs: id, shown: snapshot, seed: settings.seed)
            : LobbyClient(place?.settings ?? settings, token: token, sharesObjects: true)
    }
}
