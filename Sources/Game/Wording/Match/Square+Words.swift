package import Game

extension Numbering {
    /// A square's number and place, with or without a board to look at.
    package func words(for square: Square) -> String { "\(number(of: square)), \(square.words)" }
}

extension Square {
    /// The square's place in words, for a player who can't see the board.
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
