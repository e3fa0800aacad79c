package import Lobby
package import SimperiumWebWire

/// Which lobby, and how to be let in.
package struct LobbyOptions: Hashable, Sendable {
    /// Nil for the server on this machine, which is started if there is none.
    package let server: WebAddress?
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
        server = settings.server()
        ownServer = Endpoint(address: Endpoint.usual.address, port: settings.port)
        tokenFile = settings.text(.lobbyTokenFile)
        name = settings.name(.name)
        isNameSaid = settings.isSaid(.name)
        isAccountInsecure = settings.isOn(.insecureAccount)
    }
}
