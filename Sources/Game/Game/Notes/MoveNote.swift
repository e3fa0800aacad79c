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
