internal import Lobby

/// What somebody is asked before it is done: any word but yes is a no.
enum LineQuestion: Hashable, Sendable {
    case resign
    /// To be found like this from then on.
    case leave(PlayerMode)
    case quit
}
