internal import Game

/// How large the squares of a board are drawn. Each step but the first two is a larger picture.
package enum BoardScale: Int, Hashable, Sendable, CaseIterable, Comparable {
    /// One letter to a square.
    case letters = 1
    case two = 2
    case three = 3
    case five = 5
    case seven = 7
    case nine = 9

    package static func < (left: BoardScale, right: BoardScale) -> Bool {
        left.rawValue < right.rawValue
    }

    /// The picture of a piece, row by row. A `#` is a block.
    func picture(of piece: Piece) -> [Substring] {
        let pictures =
            switch piece {
            case .cross: Self.crosses
            case .circle: Self.circles
            }
        return pictures[self]?.split(separator: "\n") ?? []
    }

    private static let crosses: [BoardScale: String] = [
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

    private static let circles: [BoardScale: String] = [
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
