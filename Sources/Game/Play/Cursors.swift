internal import Game

/// What the person points at, on each of the screens.
struct Cursors: Hashable, Sendable {
    var lobby = LobbyChoice()
    var seat = Seat()
    var gallery = Gallery()
    /// The round that is seen again, if one is.
    var viewing: Viewing?
    var games = GameChoice()
    var motion = Motion()
    /// A square that was chosen though a piece stands there, until the next key.
    var refused: Square?
    /// Two bots to look at, where nobody is.
    var demo = LobbyDemo()
    /// The opponent of whom nothing is read that they say.
    var mutedOpponent: PlayerID?
}
