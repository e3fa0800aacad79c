import Game
import Records
import SimperiumClock
import Testing

@Suite("Results of puzzles")
struct PuzzleResultTests {
    private let now = ServerTime(milliseconds: 1_795_435_200_000)

    private func answered(_ day: PuzzleDay, rightly: Bool = true) -> LocalGame {
        let puzzle = Puzzle(of: day)
        var table = LocalGame(against: .puzzle(puzzle), seed: 1)
        let other = Array(puzzle.position.moves).first { $0 != puzzle.best } ?? puzzle.best
        _ = table.handle(.choose(rightly ? puzzle.best : other), at: .start)
        _ = table.handle(.place, at: .start)
        return table
    }

    @Test("An answer is stored once, under its date")
    func kept() throws {
        var records = AccountRecords()
        let day = PuzzleDay(of: now)
        #expect(
            LocalGame(against: .puzzle(Puzzle(of: day)), seed: 1).puzzleResultEdit(
                in: records, at: now)
                == nil)
        let edit = try #require(answered(day).puzzleResultEdit(in: records, at: now))
        records.apply(edit)
        #expect(records.result("puzzle-2026-11-23")?.verdict == .won)
        #expect(answered(day, rightly: false).puzzleResultEdit(in: records, at: now) == nil)
        #expect(records.statistics == AccountRecords().statistics, "no round was played")
    }

    @Test("A guest's streak counts right answers on days in a row")
    func guest() {
        let day = PuzzleDay(of: now)
        func record(_ day: PuzzleDay, rightly: Bool = true, _ last: LastPuzzleAnswer?)
            -> LastPuzzleAnswer?
        {
            answered(day, rightly: rightly).answer.map {
                LastPuzzleAnswer($0, to: Puzzle(of: day), after: last)
            }
        }
        func later(_ days: Int) -> PuzzleDay { PuzzleDay(number: day.number + days) }
        let second = record(later(1), record(day, nil))
        #expect(record(day, nil)?.streak == 1 && second?.streak == 2)
        #expect(record(later(3), second)?.streak == 1, "a day was left out")
        let wrong = record(later(2), rightly: false, second)
        #expect(wrong?.streak == 0 && record(later(3), wrong)?.streak == 1)
    }

    @Test("The streak counts days in a row up to today, or up to yesterday")
    func streak() throws {
        var records = AccountRecords()
        let today = PuzzleDay(of: now)
        #expect(records.puzzleStreak(upTo: today) == 0)
        for back in [1, 2, 3, 5] {
            let day = PuzzleDay(number: today.number - back)
            let edit = try #require(answered(day).puzzleResultEdit(in: records, at: now))
            records.apply(edit)
        }
        #expect(records.puzzleStreak(upTo: today) == 3, "today's is still to come")
        let right = try #require(answered(today).puzzleResultEdit(in: records, at: now))
        var solved = records
        solved.apply(right)
        #expect(solved.puzzleStreak(upTo: today) == 4)
        let wrong = answered(today, rightly: false).puzzleResultEdit(in: records, at: now)
        records.apply(try #require(wrong))
        #expect(records.puzzleStreak(upTo: today) == 0)
        #expect(records.puzzleStreak(upTo: PuzzleDay(number: today.number + 2)) == 0)
    }
}
