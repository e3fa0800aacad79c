/// What is to be said of a move, from the whole game tree and so exactly.
package struct MoveNote: Hashable, Sendable {
    /// What a move gave away.
    package enum Slip: Hashable, Sendable {
        case win
        case draw
    }

    /// To whoever made the move.
    package let worth: Worth
    /// What the best move would have been worth.
    package let best: Worth
    /// The squares that would have been worth more.
    package let better: SquareSet
    /// Whether every other move would have ended worse.
    package let isOnlyMove: Bool

    /// Of a move of whoever is next in `position`; nil if it is none.
    package init?(on square: Square, in position: Position) {
        guard let worth = position.worth(of: square) else { return nil }
        let others = position.moves.subtracting([square])
        var better = SquareSet()
        var best = worth
        var isOnly = !others.isEmpty
        for other in others {
            guard let value = position.worth(of: other) else { continue }
            if value > worth { better = better.inserting(other) }
            if value >= worth || value.isAsGood(as: worth) { isOnly = false }
            best = max(best, value)
        }
        self.worth = worth
        self.best = best
        self.better = better
        isOnlyMove = isOnly
    }

    package var slip: Slip? {
        guard !best.isAsGood(as: worth) else { return nil }
        return best.isWin ? .win : .draw
    }
}

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
