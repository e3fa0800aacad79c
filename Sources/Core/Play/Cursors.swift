/// What the person points at, on each of the screens.
struct Cursors: Hashable, Sendable {
    var lobby = LobbyChoice()
    var seat = Seat()
    var gallery = Gallery()
}
