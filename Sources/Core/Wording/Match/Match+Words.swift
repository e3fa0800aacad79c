package import Game

extension Piece {
    package var letter: String { self == .cross ? "X" : "O" }
}

extension Match {
    /// How many moves this round has seen.
    package var moveCount: Int { board.pieceCount }

    /// How things stand, for whoever plays neither side.
    package var headline: String {
        switch outcome {
        case .won(let piece, _): "\(piece.letter) WINS"
        case .resigned(let piece): "\(piece.letter) RESIGNED"
        case .claimed(let piece), .notBack(let piece): "\(piece.letter) WAS AWAY"
        case .left(let piece): "\(piece.letter) LEFT"
        case .outOfTime(let piece): "\(piece.letter) OUT OF TIME"
        case .drawn: "A DRAW"
        case .drawAgreed: "A DRAW, AGREED"
        case nil: "\(next.letter) TO MOVE"
        }
    }

    /// How things stand, for whoever plays that side.
    package func headline(for piece: Piece) -> String {
        switch outcome {
        case .won(piece, _): "YOU WIN"
        case .won: "YOU LOSE"
        case .resigned(piece): "YOU RESIGNED"
        case .claimed(piece), .left(piece), .notBack(piece): "YOU LOSE"
        case .outOfTime(piece): "OUT OF TIME"
        case .resigned, .claimed, .left, .notBack, .outOfTime: "YOU WIN"
        case .drawn: "A DRAW"
        case .drawAgreed: "A DRAW, AGREED"
        case nil: next == piece ? "YOUR MOVE" : headline
        }
    }
}
