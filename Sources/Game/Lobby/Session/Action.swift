package import Game

/// What a player may do in a match.
package enum Action: Hashable, Sendable {
    case play(Square)
    case resign
    /// To take the round, because the opponent is away.
    case claim
    case offerDraw
    case acceptDraw
    case declineDraw
    case withdrawDraw
    case rematch
    case declineRematch
    case withdrawRematch
    /// To play the next round by these terms.
    case want(MatchTerms)
    case say(Phrase)
}
