package import Lobby
package import SimperiumSync
package import SimperiumWire

/// What a program keeps of its place in a match, so that another run of it can go on.
package struct KeptSeat: Hashable, Codable, Sendable {
    package let clientID: ClientID
    package let seat: Seat
    package let match: LobbyKey
    /// What the opponent was called.
    package let opponent: String
    /// The match with what was done in it and the hub has not confirmed, under the names that its
    /// changes have; nil if the hub has all.
    package let unsent: StoredObject?

    package init(
        _ seat: Seat, of clientID: ClientID, in match: LobbyKey, against opponent: String,
        unsent: StoredObject? = nil
    ) {
        self.clientID = clientID
        self.seat = seat
        self.match = match
        self.opponent = opponent
        self.unsent = unsent
    }

    /// Nil if the hub has all of it.
    var stored: StoredReplica? {
        guard let unsent, let key = ObjectKey(match.rawValue) else { return nil }
        return StoredReplica(objects: [key: unsent])
    }
}
