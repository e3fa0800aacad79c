package import Lobby

/// What a visit that has no connection of its own wants of the door, which has; or a guest.
package enum WatcherWish: Hashable, Codable, Sendable {
    /// To have this written.
    case write(LobbyEdit)
    /// To see so many matches of a list of all that is played, from now on; none any more with 0.
    case list(Int)
    /// To be where that person is, or that match.
    case find(String)
    /// To be told how many are in all halls.
    case count
}
