package import Lobby
package import SimperiumSync

/// A hall of the lobby as the door sees it at one moment, for guests who only watch.
package struct LobbySnapshot: Hashable, Sendable {
    package let lobbyState: LobbyState
    package let status: ReplicaStatus
    /// The version. It differs after each change, and between halls.
    package let version: Int
    /// The hall; nil at a server without halls.
    package let hall: HallNumber?
    /// The number of players in all halls; nil if there is only one hall.
    package let census: Census?
    /// The matches of all halls, while a guest looks at a list of them.
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

/// A recording has only the snapshot's version, because its state depends on the door's history. So
/// the session of a guest who only watches can't be replayed alone.
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

/// A request to the door from a client without its own connection, or from a guest.
package enum WatcherWish: Hashable, Codable, Sendable {
    /// An edit.
    case write(LobbyEdit)
    /// Show a list with this many matches of all halls, and keep it up to date; 0 closes it.
    case list(Int)
    /// Find the hall of this player or match.
    case find(String)
    /// Send the number of players in all halls.
    case count
}
