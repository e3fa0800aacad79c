internal import Game
package import SimperiumClock
package import SimperiumSync
package import SimperiumWire
package import Visit

/// The parameters of a new guest, from the door: the settings and token of a player, the snapshot
/// of a spectator, any ban, and the seat of the guest's key.
package struct NewGuestParameters: Hashable, Codable, Sendable {
    package var settings: ReplicaSettings
    package var token: Token
    package var snapshot: SpectatorHallSnapshot
    /// The ban of this guest's key; nil if there is none.
    package var ban: Ban?
    /// The lobby seat of the guest's key; nil for a guest without a key. A later connection with
    /// the key can return to the seat.
    package var place: KeyLobbySeat?

    /// The wall-clock time when the door's clock started. A guest without a key needs this time,
    /// too, because the puzzle of the day depends on it.
    package var startedAt = ServerTime(milliseconds: 0)
    /// The parameters of a sign-in; nil if guests can't sign in.
    package var terms: SignInParameters?

    /// The values that a guest needs to sign in.
    package struct SignInParameters: Hashable, Codable, Sendable {
        /// The server's scheme, host and port.
        package let server: String
        /// The guest's client id in the buckets of an account.
        package let clientID: ClientID

        package init(at server: String, as clientID: ClientID) {
            self.server = server
            self.clientID = clientID
        }
    }

    package struct KeyLobbySeat: Hashable, Codable, Sendable {
        package let settings: ReplicaSettings
        package let slot: Int
        /// True if another connection with this key is in a match and responds.
        package var isRivalled: Bool

        package init(_ settings: ReplicaSettings, slot: Int, isRivalled: Bool) {
            self.settings = settings
            self.slot = slot
            self.isRivalled = isRivalled
        }
    }

    package init(
        _ settings: ReplicaSettings, token: Token, snapshot: SpectatorHallSnapshot, ban: Ban? = nil,
        place: KeyLobbySeat? = nil
    ) {
        self.settings = settings
        self.token = token
        self.snapshot = snapshot
        self.ban = ban
        self.place = place
    }

    var id: PlayerID { PlayerID(rawValue: settings.clientID.text) }

    func makeLobbyClient(isWatching: Bool, at place: KeyLobbySeat? = nil) -> LobbyClient {
        isWatching
            ? LobbyClient(watchingAs: id, shown: snapshot, seed: settings.seed)
            : LobbyClient(place?.settings ?? settings, token: token, sharesObjects: true)
    }
}
