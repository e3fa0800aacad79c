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

    /// From this size on a picture takes blocks of three rows, where there are any: in smaller ones
    /// they cost more bytes than a slow line should bear, and show little.
    private static let leastOfSextants = BoardScale.seven

    /// The picture of a piece, row by row.
    func picture(of piece: Piece, hasSextants: Bool) -> [Substring] {
        let isFine = hasSextants && self >= Self.leastOfSextants
        return (isFine ? Self.finePictures : Self.pictures)[piece]?[self] ?? []
    }

    private static let pictures = pictures(of: .quarters)
    private static let finePictures = pictures(of: .sixths)

    private static func pictures(
        of parts: PieceFigure.Parts
    ) -> [Piece: [BoardScale: [Substring]]] {
        let drawn = [Piece.cross: drawnCrosses, .circle: drawnCircles]
        return drawn.reduce(into: [:]) { pictures, drawn in
            for scale in allCases {
                let (rows, columns) = (scale.rawValue, scale.pictureColumns)
                let picture =
                    drawn.value[scale]
                    ?? PieceFigure(drawn.key, rows: rows, columns: columns, of: parts).picture
                pictures[drawn.key, default: [:]][scale] =
                    picture.split(separator: "\n", omittingEmptySubsequences: false)
            }
        }
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
