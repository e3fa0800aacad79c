package import Game

extension Piece {
    package var letter: String { self == .cross ? "X" : "O" }
}

extension Match {
    /// The number of moves in this round.
    package var moveCount: Int { board.pieceCount }

    /// The state of the round, for a spectator.
    package var headline: String {
        switch outcome {
        case .won(let piece, _): "\(piece.letter) WINS"
        case .resigned(let piece): "\(piece.letter) RESIGNED"
        case .claimed(let piece), .notBack(let piece): "\(piece.letter) WAS AWAY"
        case .left(let piece): "\(piece.letter) LEFT"
        case .outOfTime(let piece): "\(piece.letter) OUT OF TIME"
        case .drawn: "DRAW"
        case .drawAgreed: "DRAW AGREED"
        case nil: "\(next.letter) TO MOVE"
        }
    }

    /// The line below the headline with the end of the round, or nil during the round.
    package func endLine(by numbering: Numbering) -> String? {
        switch outcome {
        case .won(_, let lines) where lines.count == 1:
            "\(lines[0].words(by: numbering)) in \(moveCount) moves"
        case .won: "two lines at once, in \(moveCount) moves"
        case .drawn: "board full"
        case nil: nil
        case .resigned, .claimed, .left, .notBack, .outOfTime, .drawAgreed:
            switch moveCount {
            case 0: "before the first move"
            case 1: "after one move"
            default: "after \(moveCount) moves"
            }
        }
    }

    /// The state of the round, for the player of `piece`.
    package func headline(for piece: Piece) -> String {
        switch outcome {
        case .won(piece, _): "YOU WIN"
        case .won: "YOU LOSE"
        case .resigned(piece): "YOU RESIGNED"
        case .claimed(piece), .left(piece), .notBack(piece): "YOU LOSE"
        case .outOfTime(piece): "OUT OF TIME"
        case .resigned, .claimed, .left, .notBack, .outOfTime: "YOU WIN"
        case .drawn: "DRAW"
        case .drawAgreed: "DRAW AGREED"
        case nil: next == piece ? "YOUR MOVE" : headline
        }
    }
}

extension Line {
    /// The kind of line, with the numbers of its squares.
    fileprivate func words(by numbering: Numbering) -> String {
        let squares = Square.allCases.filter(squares.contains)
        let numbers = squares.map { "\(numbering.number(of: $0))" }.joined(separator: "-")
        let kind =
            Set(squares.map(\.row)).count == 1
            ? "row" : Set(squares.map(\.column)).count == 1 ? "column" : "diagonal"
        return "\(kind) \(numbers)"
    }
}
