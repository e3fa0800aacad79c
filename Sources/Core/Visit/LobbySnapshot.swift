package import Lobby
package import SimperiumSync

/// The lobby as one program sees it who lets others look, too: the door, on behalf of all who only
/// watch.
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
