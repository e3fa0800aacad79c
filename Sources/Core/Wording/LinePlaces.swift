package import Game

extension Numbering {
    /// Where a square is, for somebody who may look at a board or not.
    package func place(of square: Square) -> String { "\(number(of: square)), \(square.words)" }
}

extension Square {
    /// The square in words, as one says it to somebody who can't see the board.
    package var words: String {
        let row = ["upper", "middle", "lower"][row]
        let column = ["left", "centre", "right"][column]
        return self == .centre ? "the centre" : "\(row) \(column)"
    }
}

extension Board {
    /// The board in three lines: a piece, or the number of a free square.
    package func lines(_ numbering: Numbering) -> [String] {
        (0..<Board.side).map { row in
            Square.allCases.filter { $0.row == row }
                .map { square in self[square]?.letter ?? "\(numbering.number(of: square))" }
                .joined(separator: " ")
        }
    }
}

extension Outcome {
    /// How a round ended, for somebody who only looks on.
    package func sentence(_ name: (Piece) -> String) -> String {
        switch self {
        case .won(let piece, _): "\(name(piece)) won the round."
        case .resigned(let piece): "\(name(piece)) resigned."
        case .drawn: "The round is a draw."
        case .drawAgreed: "They agreed on a draw."
        }
    }
}
