/// The parts of a host that connect clients with each other.
struct Desks: Sendable {
    /// Devices, with the users who link them.
    var links = LinkDesk()
    /// Players, with their halls.
    var halls: HallDesk
}
