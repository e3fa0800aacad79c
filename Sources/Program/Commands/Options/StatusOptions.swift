/// What `status` is asked for.
package struct StatusOptions: Hashable, Sendable {
    package let lobby: LobbyOptions
    package let isShort: Bool

    init(_ settings: Settings) {
        lobby = LobbyOptions(settings)
        isShort = settings.isOn(.short)
    }
}
