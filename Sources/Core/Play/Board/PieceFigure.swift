internal import Game

/// A piece of any size as a figure: two bars that cross, or a ring. A cell is twice as high as it
/// is wide, so halves of cells are as good as squares.
struct PieceFigure {
    private let piece: Piece
    private let rows: Int
    private let columns: Int

    init(_ piece: Piece, rows: Int) {
        self.piece = piece
        self.rows = rows
        columns = 2 * rows - 3
    }

    /// Row by row, in blocks and halves of them.
    var picture: String {
        (0..<rows).map { row in
            (0..<columns).map { column in
                switch (covers(2 * row, column), covers(2 * row + 1, column)) {
                case (true, true): "#"
                case (true, false): "▀"
                case (false, true): "▄"
                case (false, false): " "
                }
            }.joined()
        }.joined(separator: "\n")
    }

    /// Whether the figure covers the middle of a half cell.
    private func covers(_ half: Int, _ column: Int) -> Bool {
        let (right, below) = (columns, 2 * rows)
        // From the middle, in units of which there are as many as cells, squared, to the edge.
        let x = (2 * column + 1 - right) * below
        let y = (2 * half + 1 - below) * right
        let edge = right * below
        switch piece {
        case .cross:
            return min((x - y).magnitude, (x + y).magnitude) * 100 <= UInt(24 * edge)
        case .circle:
            let distance = x * x + y * y
            return distance <= edge * edge && distance * 100 >= 50 * edge * edge
        }
    }
}
