package import Lobby
package import SimperiumSync

/// A hall of the lobby as the door sees it at one moment, for all its guests who only watch there.
package struct LobbySnapshot: Hashable, Sendable {
    package let lobbyState: LobbyState
    package let status: ReplicaStatus
    /// Another one whenever anything changed, and in each hall.
    package let version: Int
    /// The hall that is seen; nil at a server that has none.
    package let hall: HallNumber?
    /// All who are in any hall; nil if there is one hall only.
    package let census: Census?
    /// The matches of all halls, while a guest of the door looks at a list of them.
    package let matches: [DistantMatch]

    package init(
        lobbyState: LobbyState, status: ReplicaStatus, version: Int, hall: HallNumber? = nil,
        census: Census? = nil, matches: [DistantMatch] = []
    ) {
        self.lobbyState = lobbyState
        self.status = status
        self.version = version
        self.hall = hall
        self.census = census
        self.matches = matches
    }
}

/// The number of the snapshot stands for it: its state has a history of its own, which is as long
/// as the door's. A recording of a guest who only watches can't be replayed alone.
extension LobbySnapshot: Codable {
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

/// A spectator's need for a snapshot.
package enum SnapshotUrgency {
    case none
    /// Within a second: the match that they watch is the same.
    case later
    case now
}

/// A request to the door by a client without a connection of its own, or by a guest.
package enum DoorRequest: Hashable, Codable, Sendable {
    /// An edit.
    case write(LobbyEdit)
    /// A list of so many matches in all halls, from now on; 0 closes it.
    case list(Int)
    /// The hall of that person, or of that match.
    case find(String)
    /// The number of people in all halls.
    case count
}
