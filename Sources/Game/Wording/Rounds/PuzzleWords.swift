package import Game

/// What is said of the puzzle of the day.
package enum PuzzleWords {
    package static func title(_ puzzle: Puzzle) -> String { "puzzle of \(puzzle.day.text)" }

    static func headline(_ puzzle: Puzzle, _ answer: Square?) -> String {
        guard let answer else { return "\(Piece.circle.letter) TO MOVE" }
        return answer == puzzle.best ? "SOLVED" : "NOT THE BEST MOVE"
    }

    static func hint(_ puzzle: Puzzle, _ answer: Square?, at square: Square) -> String {
        guard answer == nil else { return "A new puzzle comes with the next day, by UTC." }
        return puzzle.position.board[square] == nil
            ? "Find the one best move; Enter gives your answer."
            : "Choose a free square: arrows or 1-9."
    }

    /// Of a free square, where there is little room.
    static let shortHint = "Find the best move; Enter gives it."

    /// In lines, before the board.
    static func introduction(_ puzzle: Puzzle) -> String {
        "The puzzle of \(puzzle.day.text): \(Piece.circle.letter) is to move, and one move is best."
            + " You have one try."
    }
}

/// Once an answer was given.
extension PuzzleWords {
    /// What the answer was worth.
    package static func verdict(
        _ puzzle: Puzzle, _ answer: Square, by numbering: Numbering
    ) -> String {
        let number = numbering.number(of: answer)
        let worth = puzzle.position.worth(of: answer).map(NoteWords.short) ?? ""
        return answer == puzzle.best
            ? "Your \(number) is right: it \(worth)." : "Your \(number) \(worth)."
    }

    /// Why the best move is that, a line each.
    package static func explanation(
        _ puzzle: Puzzle, _ answer: Square, by numbering: Numbering
    ) -> [String] {
        let worth = puzzle.position.worth(of: puzzle.best) ?? .draws
        let verb = worth.isWin ? "wins" : "draws"
        let best = "\(numbering.number(of: puzzle.best)) \(NoteWords.short(worth))"
        var lines = [
            answer == puzzle.best
                ? "No other move \(verb)." : "\(best); no other move \(verb)."
        ]
        let (threats, stops) = puzzle.reason
        let squares = threats.map { "\(numbering.number(of: $0))" }
        if !stops.isEmpty { lines.append("It stops three in a row.") }
        switch squares.count {
        case 0: break
        case 1: lines.append("It threatens \(squares[0]), so X must go there.")
        default: lines.append("It threatens \(squares.joined(separator: " and ")) at once.")
        }
        return lines
    }

    /// How many days in a row were solved.
    package static func streak(_ days: Int) -> String {
        days == 1 ? "Solved today." : "\(days) days in a row."
    }

    package static let counted = "Today's puzzle was answered before."
    package static let noAccount = "Sign in, and the days in a row are counted."
}
