/// What a position, or a move, is worth to a player when both play as well as can be.
///
/// Counted are the moves of whoever wins, the winning one among them.
package enum Worth: Hashable, Sendable {
    case loses(in: Int)
    case draws
    case wins(in: Int)

    /// An early win is worth most, and of defeats the latest.
    private var rank: Int {
        switch self {
        case .loses(let moves): moves - Board.squareCount
        case .draws: 0
        case .wins(let moves): Board.squareCount - moves
        }
    }

    package var isWin: Bool {
        if case .wins = self { true } else { false }
    }

    package var isLoss: Bool {
        if case .loses = self { true } else { false }
    }

    /// Whether it is the same result, however soon.
    package func isAsGood(as other: Worth) -> Bool {
        isWin == other.isWin && isLoss == other.isLoss
    }
}

extension Worth: Comparable {
    package static func < (one: Worth, other: Worth) -> Bool { one.rank < other.rank }
}
