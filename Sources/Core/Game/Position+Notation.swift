/// A position is written as its rows, a dot for a free square, and who moves next: `xo./.x./..o x`.
extension Position: CustomStringConvertible {
    /// Every position takes as many bytes as any other, so nothing can follow one.
    private static let length = 13

    package init(_ text: String) throws(NotationError) {
        let start = try NotationReader(text, longest: Self.length)
        var reader = start
        let board = try reader.takeBoard()
        guard reader.take(" "), let next = reader.takePiece() else { throw reader.expected(.next) }
        let first = board.free.count.isMultiple(of: 2) ? next.opponent : next
        guard let position = Position(board, first: first) else { throw start.error(.unreachable) }
        self = position
    }

    package var description: String {
        let rows = (0..<3).map { row in
            Square.allCases.filter { $0.row == row }.map { board[$0]?.letter ?? "." }.joined()
        }
        return rows.joined(separator: "/") + " " + next.letter
    }
}

extension NotationReader {
    fileprivate mutating func takeBoard() throws(NotationError) -> Board {
        var board = Board()
        for square in Square.allCases {
            if square.row > 0, square.column == 0, !take("/") { throw expected(.endOfRow) }
            if take(".") { continue }
            guard let piece = takePiece() else { throw expected(.square) }
            board.place(piece, on: square)
        }
        return board
    }
}
