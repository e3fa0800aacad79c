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
