/// What `replay` and `export` are asked for.
package struct RoundOptions: Hashable, Sendable {
    package let lobby: LobbyOptions
    package let screen: ScreenOptions
    /// A result of the account, a file, or `-` for standard input; nil for the last result.
    package let source: String?
    /// How it is to be written down.
    package let format: String

    init(_ settings: Settings, of source: String?) {
        lobby = LobbyOptions(settings)
        screen = ScreenOptions(settings)
        self.source = source
        format = settings.text(.format) ?? ""
    }
}
