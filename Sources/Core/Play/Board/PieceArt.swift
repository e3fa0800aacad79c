internal import Game

/// How large the squares of a board are drawn. Each step but the first two is a larger picture.
/// Small ones are drawn by hand; the large ones are figures, see `PieceFigure`.
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

    /// The picture of a piece, row by row. A `#` is a block.
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
            let picture = drawn[scale] ?? PieceFigure(piece, rows: scale.rawValue).picture
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
        .three:
            """
        # #
         #
        # #
        """,
        .five:
            """
        ##   ##
         ## ##
          ###
         ## ##
        ##   ##
        """,
        .seven:
            """
        ##       ##
         ###   ###
           ## ##
            ###
           ## ##
         ###   ###
        ##       ##
        """,
        .nine:
            """
        ###         ###
         ###       ###
           ###   ###
            ### ###
             #####
            ### ###
           ###   ###
         ###       ###
        ###         ###
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
        .three:
            """
        ###
        # #
        ###
        """,
        .five:
            """
         #####
        ##   ##
        ##   ##
        ##   ##
         #####
        """,
        .seven:
            """
          #######
         ##     ##
        ##       ##
        ##       ##
        ##       ##
         ##     ##
          #######
        """,
        .nine:
            """
           #########
         ####     ####
        ###         ###
        ###         ###
        ###         ###
        ###         ###
        ###         ###
         ####     ####
           #########
        """,
    ]
}
