/// The judgement of a move. It is exact, because it is based on the whole game tree.
package struct MoveJudgement: Hashable, Sendable {
    /// The better result that was possible before a move.
    package enum MissedResult: Hashable, Sendable {
        case win
        case draw
    }

    /// The value of the move for the player who made it.
    package let worth: PerfectPlayResult
    package let best: PerfectPlayResult
    /// The squares with a higher value than the move.
    package let better: SquareSet
    /// True if there were other moves, and each of them would have led to a worse result.
    package let isOnlyMove: Bool

    /// Judges a move of the player to move in `position`. Returns nil for an illegal move.
    package init?(on square: Square, in position: Position) {
        guard let worth = position.perfectPlayResult(of: square) else { return nil }
        let others = position.moves.subtracting([square])
        var better = SquareSet()
        var best = worth
        var isOnly = !others.isEmpty
        for other in others {
            guard let value = position.perfectPlayResult(of: other) else { continue }
            if value > worth { better = better.inserting(other) }
            if value >= worth || value.hasSameResult(as: worth) { isOnly = false }
            best = max(best, value)
        }
        self.worth = worth
        self.best = best
        self.better = better
        isOnlyMove = isOnly
    }

    package var slip: MissedResult? {
        guard !best.hasSameResult(as: worth) else { return nil }
        return best.isWin ? .win : .draw
    }
}

/// The value of a position or a move for a player, with perfect play on both sides. A win or a loss
/// contains the number of the winner's moves, including the winning one.
package enum PerfectPlayResult: Hashable, Sendable {
    case loses(in: Int)
    case draws
    case wins(in: Int)

    /// The rank, from the highest: an early win, a late win, a draw, a late loss, an early loss.
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

    package func hasSameResult(as other: PerfectPlayResult) -> Bool {
        isWin == other.isWin && isLoss == other.isLoss
    }
}

extension Position {
    /// Returns the position's value for one side; nil once the round is over.
    package func perfectPlayResult(for piece: Piece) -> PerfectPlayResult? {
        guard let best = moves.compactMap(perfectPlayResult(of:)).max() else { return nil }
        return next == piece ? best : best.turned
    }
}

extension PerfectPlayResult {
    fileprivate var turned: PerfectPlayResult {
        switch self {
        case .wins(let moves): .loses(in: moves)
        case .draws: .draws
        case .loses(let moves): .wins(in: moves)
        }
    }
}

extension PerfectPlayResult: Comparable {
    package static func < (one: PerfectPlayResult, other: PerfectPlayResult) -> Bool {
        one.rank < other.rank
    }
}
