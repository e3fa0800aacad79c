import Game
import PlainText
import Records
import SimperiumClock
import Testing
import Visit

@Suite("The puzzle of the day in lines")
struct PuzzleLinesTests {
    @Test("It is told, answered once, and explained")
    func puzzle() {
        let puzzle = Puzzle(of: PuzzleDay(number: 20_779))
        var client = LineClient(.table(.puzzle(puzzle)), visit: nil, seed: 1)
        func said(_ input: UserLineInput) -> [String] { client.handle(input, at: .start).lines }
        let opening = client.handle(.begin, at: .start).lines
        #expect(opening.contains { $0.hasPrefix("The puzzle for \(puzzle.day.text)") })
        #expect(opening.last == "Your move.")
        let answer = said(.typed("\(puzzle.best.number)"))
        #expect(answer.first?.hasPrefix("Right: \(puzzle.best.number) ") == true)
        #expect(answer.dropFirst().first?.hasPrefix("No other move ") == true)
        #expect(said(.typed("\(puzzle.moves[0].number)")) != answer)
        #expect(client.handle(.wake, at: .start).lines == [])
        for word in ["notes", "resign", "rematch", "undo"] {
            #expect(
                said(.typed(word))
                    == ["A puzzle has only one move. Type help for a list of commands."])
        }
        #expect(
            said(.typed("help")).compactMap { $0.split(separator: ":").first }
                == ["1 to 9", "board", "help", "quit"])
    }

    @Test("An answered puzzle is shown with its answer, the streak and the next one's time")
    func answered() {
        let puzzle = Puzzle(of: PuzzleDay(number: 20_779))
        var profile = PlayerProfile()
        let before = LastPuzzleAnswer(puzzle.best, to: puzzle, after: nil)
        profile.puzzle = before
        profile.startedAt = ServerTime(
            milliseconds: 20_779 * 86_400_000 + 18 * 3_600_000 + 2_880_000)
        var client = LineClient(
            .table(.puzzle(puzzle)), profile: profile, visit: nil, seed: 1)
        let opening = client.handle(.begin, at: .start).lines
        #expect(opening.contains { $0.hasPrefix("You have already answered the puzzle for 20") })
        #expect(!opening.contains { $0.contains("one try") || $0 == "Your move." })
        #expect(opening.contains("Solved today."))
        #expect(opening.last == "Next puzzle in 5 h 12 min.")
        let output = client.handle(
            .typed("\(Array(puzzle.position.moves).first?.number ?? 1)"), at: .start)
        #expect(!output.lines.contains { $0.hasPrefix("Right") || $0.hasPrefix("Not the best") })
        let tomorrows = Puzzle(of: PuzzleDay(number: 20_780))
        #expect(LastPuzzleAnswer(tomorrows.best, to: tomorrows, after: before).streak == 2)
        let wrong = tomorrows.position.moves.first { $0 != tomorrows.best } ?? tomorrows.best
        #expect(LastPuzzleAnswer(wrong, to: tomorrows, after: before).streak == 0)
    }

    @Test("A guest's answer is kept on this machine")
    func guest() throws {
        let puzzle = Puzzle(of: PuzzleDay(number: 20_779))
        var client = LineClient(.table(.puzzle(puzzle)), visit: nil, seed: 1)
        _ = client.handle(.begin, at: .start)
        let effects = client.handle(.typed("\(puzzle.best.number)"), at: .start)
        let kept = effects.compactMap { effect in
            if case .program(.keepChoices(let choices)) = effect { choices.puzzle } else { nil }
        }
        #expect(kept.map(\.answer) == [puzzle.best] && kept.map(\.streak) == [1])
        var choices = LocalSettings()
        choices.puzzle = kept.first
        #expect(LocalSettings(choices.bytes).puzzle == kept.first)
    }
}
