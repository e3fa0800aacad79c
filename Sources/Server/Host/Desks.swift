/// Where callers and clients are brought together with each other.
struct Desks: Sendable {
    /// Devices with the user who lets them in.
    var links = LinkDesk()
    /// People with a hall of the lobby.
    var halls: HallDesk
}
