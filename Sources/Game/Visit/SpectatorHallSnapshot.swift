package import Lobby
package import SimperiumSync
package import SimperiumWire

/// The state of a hall at one moment, as the door shows it to all spectators in the hall.
package struct SpectatorHallSnapshot: Hashable, Sendable {
    package let lobbyState: LobbyState
    package let status: ReplicaStatus
    /// The version of the content. It is different after each change, and in each hall.
    package let version: Int
    /// The snapshot's hall; nil at a server without halls.
    package let hall: HallNumber?
    /// The counts of all halls; nil if there is only one hall, or if the server has not sent the
    /// counts yet.
    package let census: Census?
    /// The matches of all halls; empty while no guest of the door looks at a list of them.
    package let matches: [OtherHallMatch]

    package init(
        lobbyState: LobbyState, status: ReplicaStatus, version: Int, hall: HallNumber? = nil,
        census: Census? = nil, matches: [OtherHallMatch] = []
    ) {
        self.lobbyState = lobbyState
        self.status = status
        self.version = version
        self.hall = hall
        self.census = census
        self.matches = matches
    }
}

/// A snapshot is encoded as its version only, because the lobby's state depends on all events since
/// the door's start. So a single spectator's recording can't be replayed alone.
extension SpectatorHallSnapshot: Codable {
    private enum CodingKeys: CodingKey {
        case version
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            lobbyState: LobbyState(), status: .offline(retryAt: nil, because: nil),
            version: try container.decode(Int.self, forKey: .version))
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(version, forKey: .version)
    }
}

package enum SnapshotUrgency {
    case none
    /// The change can wait if the door has many guests, because the watched match has not changed.
    case later
    case now
}

/// A request to the door from a client without a connection of its own, or from a guest.
package enum DoorRequest: Hashable, Codable, Sendable {
    case write(LobbyObjectEdit)
    /// Lists this many matches of all halls, from now on; 0 ends the list.
    case list(Int)
    /// Finds the hall of the player with this name, or of the match with this key.
    case find(String)
    case count
}

/// An answer of the door to a request, or a new snapshot for a spectator.
package enum DoorAnswer: Hashable, Codable, Sendable {
    case snapshot(SpectatorHallSnapshot)
    /// The result of `find`: a snapshot of the match's hall, and the match's key.
    case found(SpectatorHallSnapshot, ObjectKey)
    case notFound(String)
    case counted(Census)
}
