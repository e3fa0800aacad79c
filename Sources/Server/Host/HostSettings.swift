package import Lobby
package import SimperiumWebWire
package import SimperiumWire
package import SyncHub

/// What an operator decides about a server.
package struct HostSettings: Sendable {
    /// The version of the program and the number of its process, for the operator.
    package var version = ""
    package var process = 0
    package var lobby = LobbyPass()
    /// The apps that are served, with what opens them. The game's has the lobby, too.
    package var apps: [AppID: AppKeys] = [:]
    package var hub = HubLimits()
    package var limits = HostLimits()
    package var people = PeopleLimits()
    package var halls = HallLimits()
    /// The pages whose requests are taken.
    package var pages = PageRule.all

    package init() {}
}
