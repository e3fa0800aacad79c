/// What `doctor` is asked for.
package struct DoctorOptions: Hashable, Sendable {
    package let lobby: LobbyOptions
    package let keys: [KeyBinding]
    /// A theme of the person's own; nil if it is none.
    package let themeFile: String?
    /// What a server on this machine would show to clients.
    package let certificate: ServeOptions.Certificate?
    /// The key of its door; nil for the usual file in the data directory.
    package let hostKeyFile: String?
    /// The list of guests that it keeps out.
    package let bansFile: String?
    /// Where a server on this machine keeps everything.
    package let store: ServeOptions.Store
    /// A server's file to be checked, and nothing else; nil if the command line names none.
    package let checkedFile: String?
    /// A recording to be replayed; nil to examine what is here instead.
    package let recordingFile: String?
    /// All there are, not only its own.
    package let settings: Settings

    init(_ settings: Settings) throws(Misuse) {
        lobby = LobbyOptions(settings)
        keys = settings.keyBindings()
        themeFile = settings.themeFile()
        certificate = try ServeOptions.Certificate(settings)
        hostKeyFile = settings.text(.hostKey)
        bansFile = settings.text(.bans)
        store = try ServeOptions.Store(settings)
        let isNamed = settings[.store]?.origins.first == .commandLine
        if isNamed, case .file(let path?) = store { checkedFile = path } else { checkedFile = nil }
        recordingFile = settings.text(.replay)
        self.settings = settings
    }
}
