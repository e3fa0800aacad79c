/// The puzzle of a day: a position that can be reached, in which circle is to move and one move is
/// better than all others.
package struct Puzzle: Hashable, Codable, Sendable {
    package let day: PuzzleDay
    /// How the position came about.
    package let moves: [Square]

    /// The same for everybody on that day.
    package init(of day: PuzzleDay) {
        var puzzles: [[Square]] = []
        for edition in Self.all where edition.from.number <= day.number {
            puzzles += edition.moves
        }
        self.day = day
        moves = puzzles[day.number % puzzles.count]
    }

    package var position: Position {
        var position = Position(first: .circle)
        for square in moves where (try? position.play(square)) == nil {
            preconditionFailure("a puzzle is reached by legal moves")
        }
        return position
    }

    /// The move that is better than all others.
    package var best: Square {
        let position = position
        let square = position.moves.max { one, other in
            (position.worth(of: one) ?? .draws) < (position.worth(of: other) ?? .draws)
        }
        guard let square else { preconditionFailure("a puzzle is not over") }
        return square
    }

    /// What the best move does: on how many squares circle could win next, and on which it keeps
    /// cross from winning.
    package var reason: (threats: SquareSet, stops: SquareSet) {
        let position = position
        let board = position.board
        let free = position.moves
        var own = SquareSet()
        var others = SquareSet()
        for square in Square.allCases {
            if board[square] == .circle { own = own.inserting(square) }
            if board[square] == .cross { others = others.inserting(square) }
        }
        let threats = own.inserting(best).completions.intersection(free.subtracting([best]))
        return (threats, others.completions.intersection([best]))
    }
}
