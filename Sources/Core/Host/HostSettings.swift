package import SyncHub

/// What an operator decides about a server.
package struct HostSettings: Sendable {
    package var lobby: LobbyPass
    package var hub = HubLimits()

    package init(lobby: LobbyPass = LobbyPass()) {
        self.lobby = lobby
    }
}
