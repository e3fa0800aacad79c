/// How a round ended.
package enum Outcome: Hashable, Sendable {
    /// The last move completed these lines: one, or two at once.
    case won(by: Piece, along: [Line])
    case resigned(by: Piece)
    /// That side was away, and the other one took the round.
    case claimed(from: Piece)
    /// That side left, when both had moved.
    case left(by: Piece)
    /// That side was away for longer than its seat was kept.
    case notBack(Piece)
    /// That side was to move, and let its time run out.
    case outOfTime(Piece)
    /// The board is full, and neither piece has a line.
    case drawn
    case drawAgreed

    /// A round whose loser is written to have resigned.
    init(loser: Piece, by ending: Ending?) {
        switch ending {
        case .claimed: self = .claimed(from: loser)
        case .left: self = .left(by: loser)
        case .timeout: self = .outOfTime(loser)
        case nil: self = .resigned(by: loser)
        }
    }

    package var winner: Piece? {
        switch self {
        case .won(let piece, _): piece
        case .resigned(let piece), .claimed(let piece), .left(let piece), .notBack(let piece),
            .outOfTime(let piece):
            piece.opponent
        case .drawn, .drawAgreed: nil
        }
    }

    /// The squares that won, for a screen to mark.
    package var winningSquares: SquareSet {
        switch self {
        case .won(_, let lines): lines.reduce([]) { $0.union($1.squares) }
        case .resigned, .claimed, .left, .notBack, .outOfTime, .drawn, .drawAgreed: []
        }
    }
}
