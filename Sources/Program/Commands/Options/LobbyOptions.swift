package import Lobby
package import SimperiumWebWire

/// Which lobby, and how to be let in.
package struct LobbyOptions: Hashable, Sendable {
    /// More addresses would not be tried in the time that a person waits.
    static let mostServers = 8

    /// Where the server is, or each of several that serve one lobby; none of the server on this
    /// machine, which is started if there is none.
    package private(set) var servers: [WebAddress]
    /// Where the server on this machine is looked for, and started.
    package let ownServer: Endpoint
    /// Where the token of a closed lobby is; nil for the token that every program carries.
    package let tokenFile: String?
    package let name: PlayerName?
    /// Whether a person said that name, here or in a file; else it is a suggestion.
    package let isNameSaid: Bool
    /// Whether an account is used though anybody may listen on the way.
    package let isAccountInsecure: Bool

    init(_ settings: Settings) {
        servers = settings.servers()
        ownServer = Endpoint(address: Endpoint.usual.address, port: settings.port)
        tokenFile = settings.text(.lobbyTokenFile)
        name = settings.name(.name)
        isNameSaid = settings.isSaid(.name)
        isAccountInsecure = settings.isOn(.insecureAccount)
    }

    /// The one by whose name the lobby, and accounts there, are known; nil for this machine's.
    package var server: WebAddress? { servers.first }

    /// The same lobby as it is at one of its servers.
    package func at(_ server: WebAddress) -> LobbyOptions {
        var options = self
        options.servers = [server]
        return options
    }
}
