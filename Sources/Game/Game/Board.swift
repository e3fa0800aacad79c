/// The nine squares, and what stands on them.
package struct Board: Hashable, Sendable {
    /// How many squares a row has, and a column.
    package static let side = 3
    package static let squareCount = side * side

    private var crosses = SquareSet()
    private var circles = SquareSet()

    package init() {}

    /// Reads the Match bucket's `matrix`: nine numbers, 0 for a free square. Nil if it is none.
    package init?(matrix: [Int]) {
        guard matrix.count == Self.squareCount else { return nil }
        for (index, number) in matrix.enumerated() where number != 0 {
            guard let square = Square(rawValue: UInt8(index)),
                let piece = UInt8(exactly: number).flatMap(Piece.init)
            else { return nil }
            place(piece, on: square)
        }
    }

    package var matrix: [Int] { Square.allCases.map { Int(self[$0]?.rawValue ?? 0) } }

    package var free: SquareSet { crosses.union(circles).complement }

    package var pieceCount: Int { crosses.union(circles).count }

    package subscript(square: Square) -> Piece? {
        if crosses.contains(square) { return .cross }
        return circles.contains(square) ? .circle : nil
    }

    package func squares(of piece: Piece) -> SquareSet {
        switch piece {
        case .cross: crosses
        case .circle: circles
        }
    }

    /// The lines that `piece` has completed. One move can complete two.
    package func lines(of piece: Piece) -> [Line] {
        Line.allCases.filter { squares(of: piece).isSuperset(of: $0.squares) }
    }

    mutating func place(_ piece: Piece, on square: Square) {
        precondition(free.contains(square), "a piece can't be placed on another")
        switch piece {
        case .cross: crosses = crosses.inserting(square)
        case .circle: circles = circles.inserting(square)
        }
    }
}
