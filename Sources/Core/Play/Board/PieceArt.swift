internal import Game

/// How large the squares of a board are drawn. Each step is a larger picture. The two smallest are
/// drawn by hand; the others are figures, see `PieceFigure`.
package enum BoardScale: Int, Hashable, Sendable, CaseIterable, Comparable {
    /// One letter to a square.
    case letters = 1
    case two = 2
    case three = 3
    case five = 5
    case seven = 7
    case nine = 9
    case eleven = 11
    case thirteen = 13
    case fifteen = 15
    case seventeen = 17

    package static func < (left: BoardScale, right: BoardScale) -> Bool {
        left.rawValue < right.rawValue
    }

    /// The picture of a piece, row by row.
    func picture(of piece: Piece) -> [Substring] {
        switch piece {
        case .cross: Self.crosses[self] ?? []
        case .circle: Self.circles[self] ?? []
        }
    }

    private static let crosses = pictures(of: .cross, drawn: drawnCrosses)
    private static let circles = pictures(of: .circle, drawn: drawnCircles)

    private static func pictures(
        of piece: Piece, drawn: [BoardScale: String]
    ) -> [BoardScale: [Substring]] {
        let pairs = allCases.map { scale in
            let (rows, columns) = (scale.rawValue, scale.pictureColumns)
            let picture =
                drawn[scale] ?? PieceFigure(piece, rows: rows, columns: columns).picture
            return (scale, picture.split(separator: "\n", omittingEmptySubsequences: false))
        }
        return Dictionary(uniqueKeysWithValues: pairs)
    }

    private static let drawnCrosses: [BoardScale: String] = [
        .letters:
            "X",
        .two:
            """
        ▚▞
        ▞▚
        """,
    ]

    private static let drawnCircles: [BoardScale: String] = [
        .letters:
            "O",
        .two:
            """
        ▛▜
        ▙▟
        """,
    ]
}
