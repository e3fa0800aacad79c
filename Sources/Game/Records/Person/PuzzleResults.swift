package import Game
package import SimperiumClock

/// What an account keeps of the puzzles of the day: a result under each date.
extension PersonRecords {
    /// On how many days up to this one, or the one before it, the puzzle was solved without a gap.
    package func puzzleStreak(upTo day: PuzzleDay) -> Int {
        var day = result(on: day) == nil ? day.before : day
        var count = 0
        while result(on: day)?.verdict == .won {
            count += 1
            day = day.before
        }
        return count
    }

    package func result(on day: PuzzleDay) -> RoundResult? {
        result(ResultKey.puzzle(day.text).text)
    }
}

extension Table {
    /// What to keep of an answer to a puzzle. Who finds a result of that day keeps it.
    package func puzzleResult(in records: PersonRecords, at now: Stamp) -> RecordEdit? {
        guard case .puzzle(let puzzle) = opponent, let answer,
            records.result(on: puzzle.day) == nil,
            let moves = MoveList(puzzle.moves + [answer])
        else { return nil }
        let result = RoundResult(
            against: nil, called: "puzzle", as: .circle,
            answer == puzzle.best ? .won : .lost, by: .line, moves: moves, at: now, first: .circle)
        return .result(.puzzle(puzzle.day.text), result)
    }
}
