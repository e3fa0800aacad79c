import Drawing
import Game
import Lobby
import Play
import SimperiumClock
import Testing
import Visit

@Suite("Puzzles, and bots to look at, on the screen")
struct PuzzleScreenTests {
    /// One that is won.
    private var puzzle: Puzzle {
        let days = (20_000..<20_132).map { Puzzle(of: PuzzleDay(number: $0)) }
        return days.first { $0.position.perfectPlayResult(of: $0.best)?.isWin == true } ?? days[0]
    }

    private func wrong(_ puzzle: Puzzle) -> Square {
        Array(puzzle.position.moves).first { $0 != puzzle.best } ?? .centre
    }

    @Test("The best move is found and explained; after any other there is no second try")
    func answers() {
        let puzzle = puzzle
        for (rows, columns) in [(24, 80), (40, 120)] {
            var robot = Robot(.puzzle(puzzle), rows: rows, columns: columns)
            #expect(robot.screen.contains("puzzle for \(puzzle.day.text)"))
            #expect(robot.screen.contains("O TO MOVE") && !robot.screen.contains("W2"))
            #expect(robot.screen.contains("O you") && robot.screen.contains("X opponent"))
            let pieces = robot.pieces(of: .circle)
            robot.press("s", "u")
            #expect(robot.screen.contains("O TO MOVE"))
            robot.press("\(puzzle.best.number)", "enter")
            // The answer stands on the board.
            #expect(robot.pieces(of: .circle) > pieces)
            for text in ["SOLVED", "No other move wins.", "Right: "] {
                #expect(robot.screen.contains(text), "\(text) in \(rows) rows")
            }
        }
        for (rows, columns) in [(14, 40), (8, 24)] {
            var robot = Robot(.puzzle(puzzle), rows: rows, columns: columns)
            robot.press("\(puzzle.best.number)", "enter")
            #expect(robot.screen.contains("Right: \(puzzle.best.number) "))
        }
        var failed = Robot(.puzzle(puzzle))
        failed.press("\(wrong(puzzle).number)", "enter")
        #expect(failed.screen.contains("NOT THE BEST MOVE"))
        #expect(failed.screen.contains("\(puzzle.best.number) wins in "))
        #expect(!failed.screen.contains("Not the best move"), "the headline names that")
        #expect(failed.screen.contains(/W\d  wins/), "the signs on the board have a legend")
        failed.press("\(puzzle.best.number)", "enter")
        #expect(failed.screen.contains("NOT THE BEST MOVE"))
    }

    @Test("Losing squares are drawn in another style than winning and drawing ones")
    func styles() {
        var robot = Robot(.samePerson)
        robot.press("1", "enter", "2", "enter", "s")
        let canvas = robot.client.draw()
        let signs: [(String, Glyph)] = [("W", "W"), ("=", "="), ("L", "L")]
        var styles: [String: Set<Style>] = [:]
        for row in 2..<canvas.size.rows - 3 {
            for column in 0..<38 {
                guard let cell = canvas[Point(row: row, column: column)],
                    let sign = signs.first(where: { $0.1 == cell.glyph })
                else { continue }
                styles[sign.0, default: []].insert(cell.style)
            }
        }
        #expect(styles["W"] == [.good] && styles["="] ?? [.warning] == [.warning])
        #expect(styles["L"] ?? [.danger] == [.danger] && styles.count > 1)
    }

    @Test("A player alone in the lobby sees two bots play, until a match begins")
    func alone() {
        var house = House()
        house.enter("okafor", rows: 40, columns: 120)
        house.run(for: .seconds(2))
        #expect(!house.screen("okafor").contains("hard bot"))
        house.run(for: .seconds(5))
        #expect(
            house.screen("okafor").contains("hard bot")
                && house.screen("okafor").contains("medium bot"))
        house.press(house.enter("lin", .watch(nil)), "esc")
        #expect(house.screen("okafor").contains("hard bot"))
        house.press("okafor", "esc")
        for name in ["ana", "bo"] { house.enter(name) }
        #expect(!house.screen("okafor").contains("hard bot"))
        #expect(house.screen("okafor").contains("ana – bo"))
    }

    @Test("In a small lobby nothing moves")
    func small() {
        var house = House()
        house.enter("okafor", rows: 12, columns: 40)
        house.run(for: .seconds(60))
        #expect(!house.screen("okafor").contains("hard bot"))
    }
}
