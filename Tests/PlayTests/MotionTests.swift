import Drawing
import Play
import Records
import SimperiumClock
import Testing

@Suite("Motion")
struct MotionTests {
    private static func seated(moving: Bool = true) -> House {
        var house = House()
        var preferences = Preferences()
        preferences.hasMotion = moving
        house.enter("okafor", preferences: preferences)
        house.enter("lin", preferences: preferences)
        return house
    }

    @Test(
        "A piece is drawn from above, in two steps, unless nothing is to move",
        arguments: [true, false])
    func grows(moving: Bool) {
        var house = Self.seated(moving: moving)
        house.play("okafor", "5")
        let first = house.screen("lin")
        house.run(for: .milliseconds(90))
        let second = house.screen("lin")
        house.run(for: .milliseconds(500))

        let (upper, lower) = ("▗▟███▙▖", "▝▜███▛▘")
        #expect(first.contains(upper) && first.contains(lower) != moving)
        #expect(second.contains(upper) && second.contains(lower))
        #expect(Self.board(in: house.screen("lin")) == Self.board(in: second))
    }

    @Test("A row that wins is struck through square by square, in less than 300 ms")
    func wins() {
        var house = Self.seated()
        house.play("okafor", "lin", "5", "1", "3", "2")
        house.run(for: .seconds(1))
        house.play("okafor", "7")
        var filled: [Int] = []
        for _ in 0..<15 {
            let count = Self.crossed(on: house.canvas("lin"))
            if filled.last != count { filled.append(count) }
            house.run(for: .milliseconds(20))
        }
        #expect(filled == [0, 1, 2, 3])
        #expect(house.screen("lin").contains("YOU LOSE"))
    }

    @Test("Each step of it costs no more than a move may")
    func bytes() {
        var house = Self.seated()
        var terminal = MeteredTerminal()
        house.play("okafor", "lin", "5", "1", "3", "2")
        house.run(for: .seconds(6))
        #expect(terminal.paint(house.canvas("lin")) <= 4_096)
        house.play("okafor", "7")
        var costs: [Int] = []
        for _ in 0..<15 {
            costs.append(terminal.paint(house.canvas("lin")))
            house.run(for: .milliseconds(20))
        }
        // With the first one comes all that is said of the end of the round.
        #expect(costs[0] <= 1_000 && costs.dropFirst().allSatisfy { $0 <= 400 }, "\(costs)")
    }

    @Test("A player who returns to a board sees it without motion")
    func rest() {
        var house = Self.seated()
        house.play("okafor", "5")
        house.feed(.resized(Size(rows: 40, columns: 120)), to: "lin")
        house.run(for: .seconds(1))
        #expect(house.client("lin").nextDeadline.map { $0 > house.now + .milliseconds(90) } ?? true)
    }

    private static func board(in screen: String) -> [String] {
        screen.split(separator: "\n").map { String($0.prefix(40)) }
    }

    @Test(
        "A stroke goes through the three squares, with and without motion",
        arguments: [true, false])
    func stroke(moving: Bool) {
        for (moves, cells) in [
            (["5", "1", "4", "2", "6"], Array(repeating: "━", count: 33)),
            (["5", "1", "2", "3", "8"], Array(repeating: "┃", count: 17)),
            (["5", "1", "3", "2", "7"], (0..<34).map { $0 < 17 ? "▀" : "▄" }),
        ] {
            var house = Self.seated(moving: moving)
            for (index, square) in moves.enumerated() {
                house.play(index.isMultiple(of: 2) ? "okafor" : "lin", square)
            }
            house.run(for: .seconds(1))
            let canvas = house.canvas("lin")
            let board = (3..<20).flatMap { row in (3..<38).map { Point(row: row, column: $0) } }
            let stroke = board.compactMap { point -> String? in
                guard let cell = canvas[point], cell.style == .winningCircle else { return nil }
                return ["━", "┃", "▀", "▄"].first { cell.glyph == Glyph($0) }.map { "\($0)" }
            }
            #expect(stroke.count >= cells.count - 2 && Set(stroke) == Set(cells), "\(stroke)")
        }
    }

    /// Returns the number of squares with the stroke in their middle.
    private static func crossed(on canvas: Canvas) -> Int {
        let middles = [8, 20, 32].flatMap { column in
            [5, 11, 17].map { Point(row: $0, column: column) }
        }
        return middles.count { canvas[$0]?.style == .winningCircle }
    }

    @Test("A stroke leaves pieces readable: it crosses large ones, and leaves out small ones")
    func readable() {
        var house = Self.seated()
        house.play("okafor", "lin", "1", "5", "2", "9")
        house.run(for: .seconds(1))
        let before = house.canvas("lin")
        house.play("okafor", "3")
        house.run(for: .seconds(1))
        let after = house.canvas("lin")
        let pieces = (3..<8).flatMap { row in (3..<38).map { Point(row: row, column: $0) } }
        for point in pieces where before[point]?.glyph != " " && point.column < 26 {
            guard before[point]?.style == .circle else { continue }
            #expect(after[point] == before[point] || after[point]?.glyph == "━")
        }
        house.feed(.resized(Size(rows: 8, columns: 20)), to: "lin")
        #expect(house.screen("lin").contains("━O━━━O━━━O━"))
    }
}
