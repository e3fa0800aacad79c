package import Lobby
package import SimperiumSync

/// A hall of the lobby as the door sees it at one moment, for all its guests who only watch there.
package struct LobbySnapshot: Hashable, Sendable {
    package let lobbyState: LobbyState
    package let status: SyncStatus
    /// Another one whenever anything changed, and in each hall.
    package let version: Int
    /// The hall that is seen; nil at a server that has none.
    package let hall: HallNumber?
    /// All who are in any hall; nil if there is one hall only.
    package let census: Census?
    /// What is played in all halls, as far as anybody at the door looks at a list of that.
    package let matches: [DistantMatch]

    package init(
        lobbyState: LobbyState, status: SyncStatus, version: Int, hall: HallNumber? = nil,
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

/// The number of the snapshot stands for it: its state has a history of its own, which is as long as
/// the door's. A recording of a guest who only watches can't be replayed alone.
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

/// A request to the door by a client without a connection of its own, or by a guest.
package enum WatcherWish: Hashable, Codable, Sendable {
    /// To have this written.
    case write(LobbyEdit)
    /// To see so many matches of a list of all that is played, from now on; none any more with 0.
    case list(Int)
    /// To be where that person is, or that match.
    case find(String)
    /// To be told how many are in all halls.
    case count
}
