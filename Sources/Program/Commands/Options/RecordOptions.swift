/// What `stats` and `friends` are asked for.
package struct RecordOptions: Hashable, Sendable {
    package let lobby: LobbyOptions
    /// Of whom alone something is to be told; nil for all.
    package let name: String?
    package let isJSON: Bool

    init(_ settings: Settings, about name: String? = nil) {
        lobby = LobbyOptions(settings)
        self.name = name
        isJSON = settings.isOn(.json)
    }
}
