import Game
import SimperiumClock
import TestSupport
import Testing

@Suite("Puzzle of the day")
struct PuzzleTests {
    private static let days = 0..<Puzzle.all.reduce(0) { $0 + $1.moves.count }

    @Test("The list equals that of Assets/puzzles")
    func file() throws {
        let path = ThisBuild.repository + "/Assets/puzzles"
        let lines = try Files.text(path).split(separator: "\n")
            .filter { !$0.hasPrefix("#") }
        let written = Puzzle.all.flatMap { from, puzzles in
            ["from \(from.text)"]
                + puzzles.map { $0.map { "\($0.number)" }.joined() }
        }
        #expect(lines.map(String.init) == written)
        #expect(Puzzle.all.first?.from.number == 0)
    }

    @Test("In each, circle is to move after legal moves; one move is best, and its reason is true")
    func puzzles() throws {
        var boards: Set<Board> = []
        for day in Self.days {
            let puzzle = Puzzle(of: PuzzleDay(number: day))
            var position = Position(first: .circle)
            for square in puzzle.moves { try position.play(square) }
            #expect(position == puzzle.position && position.next == .circle && !position.isOver)
            #expect(boards.insert(position.board).inserted, "day \(day) repeats another one")
            let best = try #require(position.perfectPlayResult(of: puzzle.best))
            #expect(!best.isLoss && best != .wins(in: 1), "of day \(day)")
            for other in position.moves where other != puzzle.best {
                let worth = try #require(position.perfectPlayResult(of: other))
                #expect(worth < best && !worth.hasSameResult(as: best), "of day \(day)")
            }
            let (threats, _) = puzzle.reason
            try position.play(puzzle.best)
            for square in position.moves {
                var won = position.board.matrix
                won[square.number - 1] = Int(Piece.circle.rawValue)
                let isWin = Board(matrix: won).map { board in
                    WinningLine.allCases.contains { line in
                        Square.allCases.filter { line.squares.contains($0) }
                            .allSatisfy { board[$0] == .circle }
                    }
                }
                #expect(isWin == threats.contains(square), "of day \(day)")
            }
        }
        #expect(boards.count > 100)
    }

    @Test("All players get the same puzzle on a day, and the list begins again after the last")
    func sameForAll() {
        let noon = ServerTime(milliseconds: 1_795_435_200_000)
        let evening = ServerTime(milliseconds: 1_795_478_399_999)
        let day = PuzzleDay(of: noon)
        #expect(day == PuzzleDay(of: evening) && day.text == "2026-11-23")
        #expect(day.before.text == "2026-11-22")
        let later = PuzzleDay(number: day.number + Self.days.count)
        #expect(Puzzle(of: day).moves == Puzzle(of: later).moves)
        #expect(PuzzleDay(number: 0).text == "1970-01-01")
        #expect(PuzzleDay(number: 11_016).text == "2000-02-29")
    }

    @Test("One answer is accepted; until then nothing is revealed, and no other act is possible")
    func answering() throws {
        let puzzle = Puzzle(of: PuzzleDay(number: 20_000))
        var table = LocalGame(against: .puzzle(puzzle), seed: 1)
        for act in [LocalGame.LocalGameAction.toggleWorths, .undo, .resign, .startNextRound] {
            #expect(table.handle(act, at: .start) == .roundGoesOn)
        }
        #expect(!table.showsWorths && table.isOwnTurn)
        #expect(table.moveHistory.moves == puzzle.moves)
        _ = table.handle(.choose(puzzle.moves[0]), at: .start)
        #expect(table.handle(.place, at: .start) == .squareTaken(by: .circle))
        _ = table.handle(.choose(puzzle.best), at: .start)
        #expect(table.handle(.place, at: .start) == nil)
        #expect(table.answer == puzzle.best && table.showsWorths && !table.isOwnTurn)
        #expect(table.handle(.place, at: .start) == .roundIsOver)
        #expect(table.nextDeadline == nil)
    }

    @Test("Two bots play round after round, and no act is accepted")
    func bots() {
        var table = LocalGame(against: .bots, seed: 1)
        var now = Instant.start
        for _ in 0..<60 {
            guard let due = table.nextDeadline else { break }
            now = due
            table.wake(at: now)
        }
        #expect(table.match.round > 3 && !table.isOwnTurn)
        #expect(table.handle(.place, at: now) == .notSeated)
    }
}
