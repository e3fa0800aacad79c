/// What `watch` is asked for.
package struct WatchOptions: Hashable, Sendable {
    package let lobby: LobbyOptions
    package let screen: ScreenOptions
    /// A person's name or a match's id, as typed: only the lobby knows which. Nil for a list.
    package let wanted: String?
    package let isJSON: Bool

    init(_ settings: Settings, wanted: String?) {
        lobby = LobbyOptions(settings)
        screen = ScreenOptions(settings)
        self.wanted = wanted
        isJSON = settings.isOn(.json)
    }
}
