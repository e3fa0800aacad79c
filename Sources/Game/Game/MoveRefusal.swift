/// Why a match refuses what a player asks of it. Every case is something a player may try.
package enum MoveRefusal: Error, Hashable, Sendable {
    case notSeated
    case roundIsOver
    case roundGoesOn
    case notYourTurn
    case squareTaken(by: Piece)
    case alreadyOffered
    case nothingOffered
    case nothingToTakeBack
    /// Not both have moved: the round is nobody's to lose.
    case notBegun
}
