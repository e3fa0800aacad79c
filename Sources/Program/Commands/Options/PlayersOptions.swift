/// What `players` is asked for.
package struct PlayersOptions: Hashable, Sendable {
    package let lobby: LobbyOptions
    package let follows: Bool
    package let isJSON: Bool

    init(_ settings: Settings) {
        lobby = LobbyOptions(settings)
        follows = settings.isOn(.follow)
        isJSON = settings.isOn(.json)
    }
}
