/// What `door` is asked for.
package struct DoorOptions: Hashable, Sendable {
    package let lobby: LobbyOptions
    package let guests: GuestOptions
    /// Where the token is by which a server on another machine knows this door.
    package let tokenFile: String?
    package let log: LogFormat

    init(_ settings: Settings) {
        lobby = LobbyOptions(settings)
        guests = GuestOptions(settings)
        tokenFile = settings.text(.doorTokenFile)
        log = LogFormat(settings)
    }
}
