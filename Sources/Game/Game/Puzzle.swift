package import SimperiumClock

/// The puzzle of a day: a legal position with circle to move, where one move is the best.
package struct Puzzle: Hashable, Codable, Sendable {
    package let day: PuzzleDay
    package let moves: [Square]

    /// Creates the puzzle of a day. All players get the same puzzle.
    package init(of day: PuzzleDay) {
        var puzzles: [[Square]] = []
        for edition in Self.all where edition.from.number <= day.number {
            puzzles += edition.moves
        }
        self.day = day
        moves = puzzles[day.number % puzzles.count]
    }

    package var position: Position {
        guard let position = try? Position(first: .circle, after: moves) else {
            preconditionFailure("a puzzle is reached by legal moves")
        }
        return position
    }

    package var best: Square {
        let position = position
        let square = position.moves.max { one, other in
            (position.perfectPlayResult(of: one) ?? .draws)
                < (position.perfectPlayResult(of: other) ?? .draws)
        }
        guard let square else { preconditionFailure("a puzzle is not over") }
        return square
    }

    /// The effects of the best move. `threats` are the squares where circle then threatens to win.
    /// `stops` contains the best move if it blocks a line of cross, and is otherwise empty.
    package var reason: (threats: SquareSet, stops: SquareSet) {
        let position = position
        let own = position.board.squares(of: .circle)
        let others = position.board.squares(of: .cross)
        let free = position.moves.subtracting([best])
        return (
            own.inserting(best).completions.intersection(free),
            others.completions.intersection([best])
        )
    }
}

/// A day of the UTC calendar, the same for all players.
package struct PuzzleDay: Hashable, Codable, Sendable {
    /// Days since 1970-01-01.
    package let number: Int

    package init(number: Int) {
        self.number = number
    }

    package init(of stamp: ServerTime) {
        number = Int(stamp.milliseconds / 86_400_000)
    }

    package var before: PuzzleDay { PuzzleDay(number: number - 1) }

    /// The date, as in `2026-11-23`.
    package var text: String { CivilDate(daysSince1970: number).text }
}

extension Puzzle {
    /// The puzzles in `Assets/puzzles`. Published puzzles never change; a new version appends an
    /// edition.
    package static let all: [(from: PuzzleDay, moves: [[Square]])] = editions.map { edition in
        let moves = edition.puzzles.map { digits in
            digits.compactMap { $0.wholeNumberValue.flatMap(Square.init(number:)) }
        }
        return (edition.from, moves)
    }

    private static let editions: [(from: PuzzleDay, puzzles: [String])] = [
        (
            from: PuzzleDay(number: 0),
            puzzles: [
                "7369", "4892", "894635", "3196", "8139", "2478", "2546", "2847", "6923", "1795",
                "836412", "816974", "4293", "9368", "463987", "863941", "2367", "8235", "3786",
                "2491", "9783", "364285", "83", "8246", "8543", "1385", "8342", "127468", "678319",
                "9154", "9436", "123986", "6129", "7135", "4582", "216475", "147968", "1987",
                "8613", "1324", "489723", "2846", "647123", "982645", "4981", "9126", "4386",
                "9736", "2698", "7352", "8215", "2549", "67", "6713", "8947", "4783", "361284",
                "2869", "274391", "6273", "1674", "438712", "1743", "4238", "612874", "9345",
                "432896", "621387", "7935", "2895", "821369", "8634", "6724", "3754", "7198",
                "4528", "6527", "8264", "814937", "7981", "2497", "4236", "9147", "3812", "7984",
                "2793", "789326", "6783", "276314", "4291", "7165", "234695", "61", "6421",
                "146285", "1962", "749826", "8769", "6981", "1984", "8263", "6581", "2564",
                "823147", "418235", "3129", "782465", "8431", "6872", "2864", "618932", "321784",
                "2673", "9378", "3741", "2149", "7148", "329648", "3945", "1958", "678214", "4896",
                "7298", "4926", "4327", "4635", "27", "1395", "687921", "6389", "2971", "296173",
            ]
        )
    ]
}
