internal import Lobby
internal import Visit

/// What somebody is asked before it is done: any word but yes is a no.
enum LineQuestion: Hashable, Sendable {
    case resign
    /// To be found like this from then on.
    case leave(PlayerMode)
    case quit
    /// With what is played on another device.
    case goOnHere(Elsewhere)
    /// With the match against a bot that was left.
    case goOnWithBot
}
