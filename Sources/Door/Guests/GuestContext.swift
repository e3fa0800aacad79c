internal import Game
package import SimperiumClock
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

    /// How guests with a key come to an account here; nil where none can.
    package var terms: AccountTerms?

    /// What a guest needs to know of the server to be signed in.
    package struct AccountTerms: Hashable, Codable, Sendable {
        /// The server, by scheme, host and port.
        package let server: String
        /// Who the guest is to the buckets of an account.
        package let clientID: ClientID
        /// When the door's time began, by this machine's calendar.
        package let startedAt: Stamp

        package init(at server: String, as clientID: ClientID, since startedAt: Stamp) {
            self.server = server
            self.clientID = clientID
            self.startedAt = startedAt
        }
    }

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

    func visit(isWatching: Bool, at place: Place? = nil) -> LobbyClient {
        isWatching
            ? LobbyClient(watchingAs: id, shown: snapshot, seed: settings.seed)
            : LobbyClient(place?.settings ?? settings, token: token, sharesObjects: true)
    }
}
