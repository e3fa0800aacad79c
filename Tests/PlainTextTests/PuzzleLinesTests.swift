import Game
import PlainText
import SimperiumClock
import Testing
import Visit

@Suite("The puzzle of the day in lines")
struct PuzzleLinesTests {
    @Test("It is told, answered once, and explained")
    func puzzle() {
        let puzzle = Puzzle(of: PuzzleDay(number: 20_779))
        var client = LineClient(.table(.puzzle(puzzle)), visit: nil, seed: 1)
        func said(_ input: TypedInput) -> [String] { client.handle(input, at: .start).lines }
        let opening = client.handle(.begin, at: .start).lines
        #expect(opening.contains { $0.hasPrefix("The puzzle for \(puzzle.day.text)") })
        #expect(opening.last == "Your move.")
        let answer = said(.typed("\(puzzle.best.number)"))
        #expect(answer.first?.hasPrefix("Right: \(puzzle.best.number) ") == true)
        #expect(answer.dropFirst().first?.hasPrefix("No other move ") == true)
        #expect(said(.typed("\(puzzle.moves[0].number)")) != answer)
        #expect(said(.typed("notes")) == [] || client.nextDeadline == nil)
    }
}
