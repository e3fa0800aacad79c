package import Lobby
package import SimperiumSync

/// The lobby as the door sees it at one moment, for all its guests who only watch.
package struct LobbySnapshot: Hashable, Sendable {
    package let lobbyState: LobbyState
    package let status: SyncStatus
    /// Another one whenever anything changed.
    package let version: Int

    package init(lobbyState: LobbyState, status: SyncStatus, version: Int) {
        self.lobbyState = lobbyState
        self.status = status
        self.version = version
    }
}
