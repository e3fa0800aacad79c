package import Game
package import SimperiumClock

/// Texts of the daily puzzle.
package enum PuzzleWords {
    static func headline(_ puzzle: Puzzle, _ answer: Square?) -> String {
        guard let answer else { return "\(Piece.circle.letter) TO MOVE" }
        return answer == puzzle.best ? "SOLVED" : "NOT THE BEST MOVE"
    }

    static func hint(_ puzzle: Puzzle, _ answer: Square?, at square: Square) -> String {
        guard answer == nil else { return "A new puzzle starts at midnight UTC." }
        return puzzle.position.board[square] == nil
            ? "Find the one best move. Enter submits your answer."
            : "Choose a free square: arrows or 1-9."
    }

    /// Returns the introduction in plain text, before the board.
    package static func introduction(_ puzzle: Puzzle) -> String {
        "The puzzle for \(puzzle.day.text): \(Piece.circle.letter) to move. One move is best."
            + " You have one try."
    }
}

/// Texts after the answer to a puzzle.
extension PuzzleWords {
    package static func verdict(
        _ puzzle: Puzzle, _ answer: Square, by numbering: SquareNumbering
    ) -> String {
        let number = numbering.number(of: answer)
        let worth =
            puzzle.position.perfectPlayResult(of: answer).map(MoveJudgementWords.short) ?? ""
        return answer == puzzle.best
            ? "Right: \(number) \(worth)." : "Not the best move: \(number) \(worth)."
    }

    /// Returns the verdict for the line below the headline, which names a wrong answer as such.
    package static func verdictBelowHeadline(
        _ puzzle: Puzzle, _ answer: Square, by numbering: SquareNumbering
    ) -> String {
        guard answer != puzzle.best, let worth = puzzle.position.perfectPlayResult(of: answer)
        else { return verdict(puzzle, answer, by: numbering) }
        return "\(numbering.number(of: answer)) \(MoveJudgementWords.short(worth))."
    }

    package static func bestMoveReasons(
        _ puzzle: Puzzle, _ answer: Square, by numbering: SquareNumbering
    ) -> [String] {
        let worth = puzzle.position.perfectPlayResult(of: puzzle.best) ?? .draws
        let verb = worth.isWin ? "wins" : "draws"
        let best = "\(numbering.number(of: puzzle.best)) \(MoveJudgementWords.short(worth))"
        var lines = [
            answer == puzzle.best
                ? "No other move \(verb)." : "\(best). No other move \(verb)."
        ]
        let (threats, stops) = puzzle.reason
        let squares = threats.map { "\(numbering.number(of: $0))" }
        if !stops.isEmpty { lines.append("It blocks three in a row.") }
        switch squares.count {
        case 0: break
        case 1: lines.append("It threatens \(squares[0]), so X must block there.")
        default: lines.append("It threatens \(squares.joined(separator: " and ")) at once.")
        }
        return lines
    }

    package static func solvedStreak(_ days: Int) -> String {
        days == 1 ? "Solved today." : "Solved \(days) days in a row."
    }

    /// Returns the result as a text to share. The text does not reveal the move.
    package static func shareText(_ puzzle: Puzzle, _ answer: Square, streak: Int) -> String {
        let result = answer == puzzle.best ? "solved" : "not solved"
        let days = streak > 1 ? ", \(streak) days in a row" : ""
        return "tictactoe puzzle \(puzzle.day.text): \(result)\(days)."
    }

    package static func alreadyAnswered(_ puzzle: Puzzle) -> String {
        "You have already answered the puzzle for \(puzzle.day.text)."
    }

    package static func nextPuzzleTime(after day: PuzzleDay, at now: ServerTime) -> String {
        let minutes = (Int64(day.number + 1) * 86_400_000 - now.milliseconds + 59_999) / 60_000
        guard minutes > 0 else { return "The next puzzle is here: run tictactoe puzzle again." }
        let (hours, rest) = (minutes / 60, minutes % 60)
        return hours == 0 ? "Next puzzle in \(rest) min." : "Next puzzle in \(hours) h \(rest) min."
    }
}
