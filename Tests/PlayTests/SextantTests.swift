import Drawing
import Game
import Play
import Testing
import Visit

@Suite("Pieces in blocks of three rows")
struct SextantTests {
    private static let blocks: ClosedRange<Unicode.Scalar> = "\u{1FB00}"..."\u{1FB3B}"

    private static func lines(rows: Int, columns: Int, isASCII: Bool = false) -> [Substring] {
        var preferences = Preferences()
        preferences.isASCII = isASCII
        var house = House()
        house.enter("okafor")
        let lin = house.enter("lin", rows: rows, columns: columns, preferences: preferences)
        house.feed(.drawsSextants, to: lin)
        house.play("okafor", lin, "1", "2")
        house.run(for: .seconds(1))
        return house.screen(lin).split(separator: "\n", omittingEmptySubsequences: false)
    }

    private static func count(in lines: [Substring]) -> Int {
        lines.reduce(0) { $0 + $1.unicodeScalars.count { blocks.contains($0) } }
    }

    @Test("Large ones have them where the terminal draws them, small ones never")
    func sizes() {
        #expect(Self.count(in: Self.lines(rows: 60, columns: 200)) > 40)
        #expect(Self.count(in: Self.lines(rows: 40, columns: 120)) > 20)
        #expect(Self.count(in: Self.lines(rows: 24, columns: 80)) == 0)
        #expect(Self.count(in: Self.lines(rows: 60, columns: 200, isASCII: true)) == 0)
    }

    @Test("They are drawn once the terminal reports that it can, and on no other terminal")
    func moved() {
        let size = Size(rows: 60, columns: 200)
        var house = House()
        house.enter("okafor")
        house.enter("lin", rows: size.rows, columns: size.columns)
        house.play("okafor", "lin", "1", "2")
        house.run(for: .seconds(1))
        func drawsBlocks() -> Bool {
            house.screen("lin").unicodeScalars.contains { Self.blocks.contains($0) }
        }
        #expect(!drawsBlocks())
        house.feed(.drawsSextants, to: "lin")
        #expect(drawsBlocks())
        house.feed(.moved(size), to: "lin")
        #expect(!drawsBlocks())
    }

    /// Returns the parts of a cell that a character fills, from the top left on, one bit for each.
    private static func parts(_ character: Unicode.Scalar) -> Int {
        switch character {
        case "▌": 21
        case "▐": 42
        case "█": 63
        case blocks:
            // Unicode leaves out the two above, which are older.
            (1..<63).filter { $0 != 21 && $0 != 42 }[
                Int(character.value - blocks.lowerBound.value)]
        default: 0
        }
    }

    @Test("A piece is the same in a mirror, part by part", arguments: [7, 9, 11, 13, 15, 17])
    func symmetry(rows: Int) throws {
        let scale = try #require(BoardScale(rawValue: rows))
        var position = Position(first: .circle)
        for square in [Square.topLeft, .bottomRight] { try position.play(square) }
        var canvas = Canvas(scale.boardSize)
        canvas.hasSextants = true
        BoardArt(position.board).draw(at: .topLeft, scale: scale, on: &canvas)
        for square in [Square.topLeft, .bottomRight] {
            let area = scale.area(of: square)
            func parts(_ row: Int, _ column: Int) -> [Bool] {
                let point = Point(row: area.origin.row + row, column: area.origin.column + column)
                let bits = canvas[point].map { Self.parts(Array($0.glyph.scalars)[0]) } ?? 0
                return (0..<6).map { bits & 1 << $0 != 0 }
            }
            var filled = 0
            for row in 0..<rows {
                for column in 0..<area.size.columns {
                    let here = parts(row, column)
                    let beside = parts(row, area.size.columns - 1 - column)
                    let below = parts(rows - 1 - row, column)
                    #expect(here == [1, 0, 3, 2, 5, 4].map { beside[$0] }, "\(row) \(column)")
                    #expect(here == [4, 5, 2, 3, 0, 1].map { below[$0] }, "\(row) \(column)")
                    filled += here.count { $0 }
                }
            }
            #expect(filled > rows * rows * 3)
        }
    }
}
