/// How a round ended.
package enum Outcome: Hashable, Sendable {
    /// The last move completed these lines: one, or two at once.
    case won(by: Piece, along: [Line])
    case resigned(by: Piece)
    /// The board is full, and neither piece has a line.
    case drawn
    case drawAgreed

    package var winner: Piece? {
        switch self {
        case .won(let piece, _): piece
        case .resigned(let piece): piece.opponent
        case .drawn, .drawAgreed: nil
        }
    }

    /// The squares that won, for a screen to mark.
    package var winningSquares: SquareSet {
        switch self {
        case .won(_, let lines): lines.reduce([]) { $0.union($1.squares) }
        case .resigned, .drawn, .drawAgreed: []
        }
    }
}
