import Game
import Testing

@Suite("Moving over a partly filled board")
struct BoardSteppingTests {
    private static let directions: [Direction] = [.up, .down, .left, .right]

    /// All sets of taken squares, with either piece.
    private static let boards: [Board] = (0..<512).compactMap { mask in
        Board(matrix: (0..<9).map { mask >> $0 & 1 })
    }

    @Test("From any square, arrows and Tab lead to free squares only, and to each of them")
    func leadsEverywhere() {
        for board in Self.boards where !board.free.isEmpty {
            for start in Square.allCases {
                var reached: Set<Square> = []
                var open = [start]
                while let square = open.popLast() {
                    let next = Self.directions.map { board.nearestFreeSquare($0, of: square) }
                        .filter { $0 != square }
                    #expect(next.allSatisfy(board.free.contains))
                    open += next.filter { reached.insert($0).inserted }
                }
                let others = Set(board.free.filter { $0 != start })
                #expect(reached.union([start]).isSuperset(of: others), "\(board.matrix) \(start)")
            }
        }
    }

    @Test("Tab and Shift-Tab go round all free squares, in reading order and back")
    func goesRound() {
        for board in Self.boards where !board.free.isEmpty {
            let free = Array(board.free)
            for (index, square) in free.enumerated() {
                let next = free[(index + 1) % free.count]
                #expect(board.freeSquare(1, after: square) == next)
                #expect(board.freeSquare(-1, after: next) == square)
            }
        }
    }

    @Test("An arrow jumps over taken squares within its row; on a full board nothing moves")
    func jumps() throws {
        let board = try #require(Board(matrix: [0, 1, 0, 2, 1, 0, 0, 0, 0]))
        for (direction, start, end) in [
            (.right, .topLeft, .topRight), (.down, .topLeft, .bottomLeft),
            (.left, .right, .bottom), (.up, .topLeft, .topLeft),
        ] as [(Direction, Square, Square)] {
            #expect(
                board.nearestFreeSquare(direction, of: start) == end, "\(direction) from \(start)")
        }
        #expect(board.initialCursor == .topLeft)

        let full = try #require(Board(matrix: [1, 2, 1, 2, 1, 2, 2, 1, 2]))
        for square in Square.allCases {
            #expect(Self.directions.allSatisfy { full.nearestFreeSquare($0, of: square) == square })
            #expect(full.freeSquare(1, after: square) == square)
        }
    }
}
