package import Game

/// What a player may do in a match.
package enum Action: Hashable, Sendable {
    case play(Square)
    case resign
    case offerDraw
    case acceptDraw
    case declineDraw
    case withdrawDraw
    case rematch
    case declineRematch
    case withdrawRematch
}
