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
    func picture(of piece: Piece) -> [String] {
        let text =
            switch piece {
            case .cross: cross
            case .circle: circle
            }
        return text.split(separator: "\n", omittingEmptySubsequences: false).map {
            String($0.map { $0 == "#" ? "█" : $0 })
        }
    }

    private var cross: String {
        switch self {
        case .letters: "X"
        case .two:
            """
            ▚▞
            ▞▚
            """
        case .three:
            """
            # #
             #
            # #
            """
        case .five:
            """
            ##   ##
             ## ##
              ###
             ## ##
            ##   ##
            """
        case .seven:
            """
            ##       ##
             ###   ###
               ## ##
                ###
               ## ##
             ###   ###
            ##       ##
            """
        case .nine:
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
            """
        }
    }

    private var circle: String {
        switch self {
        case .letters: "O"
        case .two:
            """
            ▛▜
            ▙▟
            """
        case .three:
            """
            ###
            # #
            ###
            """
        case .five:
            """
             #####
            ##   ##
            ##   ##
            ##   ##
             #####
            """
        case .seven:
            """
              #######
             ##     ##
            ##       ##
            ##       ##
            ##       ##
             ##     ##
              #######
            """
        case .nine:
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
            """
        }
    }
}
