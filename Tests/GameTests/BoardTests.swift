import Game
import Testing

@Suite("Board")
struct BoardTests {
    @Test("Squares are numbered in reading order, in rows of three")
    func squares() {
        #expect(Square.allCases.map(\.number) == Array(1...9))
        #expect(Square.allCases.map { Square(number: $0.number) } == Square.allCases)
        #expect(Square.allCases.map { Square(row: $0.row, column: $0.column) } == Square.allCases)
        #expect(Square.right.row == 1 && Square.right.column == 2)
        #expect([Int.min, 0, 10, Int.max].allSatisfy { Square(number: $0) == nil })
        #expect(
            [(-1, 0), (0, -1), (3, 0), (0, 3)].allSatisfy { Square(row: $0, column: $1) == nil })
    }

    @Test("A set of squares is a set", arguments: 0..<512)
    func sets(bits: Int) {
        let squares = Square.allCases.filter { bits & 1 << $0.rawValue != 0 }
        let rest = Square.allCases.filter { !squares.contains($0) }
        let set = SquareSet(squares)

        #expect(Array(set) == squares && set.count == squares.count)
        #expect(set.isEmpty == squares.isEmpty)
        #expect(squares.allSatisfy(set.contains) && !rest.contains(where: set.contains))
        #expect(Array(set.complement) == rest)
        #expect(set.union(set.complement).count == 9)
        #expect(set.intersection(set.complement).isEmpty)
        #expect(set.subtracting([.centre]).contains(.centre) == false)
        #expect(set.inserting(.centre) == set.union([.centre]))
        #expect(set.isSuperset(of: [.top, .left]) == (set.contains(.top) && set.contains(.left)))
    }

    @Test("Eight lines count for either piece: rows, columns, diagonals")
    func lines() throws {
        let places = WinningLine.allCases.map { $0.squares.map { [$0.row, $0.column] } }
        #expect(places.count == 8 && Set(places).count == 8)
        for line in places {
            let rows = line.map { $0[0] }
            let columns = line.map { $0[1] }
            let isRow = Set(rows).count == 1 && columns == [0, 1, 2]
            let isColumn = Set(columns).count == 1 && rows == [0, 1, 2]
            let isDiagonal = rows == [0, 1, 2] && [[0, 1, 2], [2, 1, 0]].contains(columns)
            #expect(isRow || isColumn || isDiagonal, "\(line)")
        }
        for line in WinningLine.allCases {
            for piece in Piece.allCases {
                let matrix = Square.allCases.map {
                    line.squares.contains($0) ? Int(piece.rawValue) : 0
                }
                let board = try #require(Board(matrix: matrix))
                #expect(board.completedLines(of: piece) == [line])
                #expect(board.completedLines(of: piece.opponent) == [])
                #expect(board.squares(of: piece) == line.squares)
            }
        }
    }

    @Test("All 19,683 matrices are read and written back")
    func matrices() {
        for matrix in allMatrices() {
            guard let board = Board(matrix: matrix) else {
                Issue.record("\(matrix) was not read")
                return
            }
            guard board.matrix == matrix, board.free.count == matrix.count(where: { $0 == 0 })
            else {
                Issue.record("\(matrix) became \(board.matrix)")
                return
            }
        }
    }

    @Test(
        "An invalid matrix is no board",
        arguments: [
            [], [1], Array(repeating: 0, count: 8), Array(repeating: 0, count: 10),
            [0, 0, 0, 0, 3, 0, 0, 0, 0], [-1, 0, 0, 0, 0, 0, 0, 0, 0],
            [0, 0, 0, 0, 0, 0, 0, 0, 257], [Int.max, 0, 0, 0, 0, 0, 0, 0, Int.min],
        ])
    func nonsense(matrix: [Int]) {
        #expect(Board(matrix: matrix) == nil)
    }
}

/// Returns all matrices of nine squares with a cross, a circle or no piece on each.
func allMatrices() -> [[Int]] {
    (0..<9).reduce([[]]) { rows, _ in rows.flatMap { row in (0...2).map { row + [$0] } } }
}
