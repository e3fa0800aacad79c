package import Game
internal import SimperiumJSON

/// The last answer to a puzzle of the day, and the number of days in a row with a solved puzzle up
/// to that day.
package struct LastPuzzleAnswer: Hashable, Codable, Sendable {
    package let day: PuzzleDay
    package let answer: Square
    package let streak: Int

    package init(_ answer: Square, to puzzle: Puzzle, after last: LastPuzzleAnswer?) {
        day = puzzle.day
        self.answer = answer
        let before = last?.day == puzzle.day.before ? last?.streak ?? 0 : 0
        streak = answer == puzzle.best ? before + 1 : 0
    }

    /// Creates the record from the answer to the puzzle of `today`, or otherwise of the day before;
    /// returns nil if there is neither answer.
    package init?(in records: AccountRecords, on today: PuzzleDay) {
        for day in [today, today.before] {
            guard let answer = records.result(on: day)?.moves.squares.last else { continue }
            self.day = day
            self.answer = answer
            streak = records.puzzleStreak(upTo: day)
            return
        }
        return nil
    }
}

extension LastPuzzleAnswer {
    /// The longest valid streak in a file: a century. One more day must not overflow.
    private static let longestStreak = 36_525

    init?(_ object: JSONObject) {
        guard let day = object["day"]?.int, let streak = object["streak"]?.int,
            (0...Self.longestStreak).contains(streak),
            let answer = object["answer"]?.int.flatMap({ Square(number: $0) })
        else { return nil }
        self.day = PuzzleDay(number: day)
        (self.answer, self.streak) = (answer, streak)
    }

    var members: JSONObject {
        ["day": JSON(day.number), "answer": JSON(answer.number), "streak": JSON(streak)]
    }
}
