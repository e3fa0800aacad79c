package import SimperiumClock

/// A computer player; each case is a strength. Among moves of equal value, the bot chooses at
/// random, so that play varies.
package enum Bot: String, Hashable, Codable, Sendable, CaseIterable {
    /// Completes its own lines, and otherwise plays at random.
    case easy
    /// Completes its own lines, otherwise blocks the opponent's lines, and otherwise plays at
    /// random.
    case medium
    /// Plays about one move in five like `medium`, and its other moves like `perfect`.
    case hard
    /// Plays perfectly, and never loses from an empty board. It wins as soon as possible; in a lost
    /// position, it loses as late as possible.
    case perfect

    /// Returns the bot's move; nil if the round is over.
    package func move(in position: Position, random: inout SeededRandom) -> Square? {
        let choices = choices(in: position, random: &random)
        return random.pick(Array(choices))
    }

    private func choices(in position: Position, random: inout SeededRandom) -> SquareSet {
        switch self {
        case .easy: position.winningMoves.isEmpty ? position.moves : position.winningMoves
        case .medium: position.urgentMoves
        case .hard: random.chance(1, in: 5) ? position.urgentMoves : position.bestMoves
        case .perfect: position.bestMoves
        }
    }
}

extension Position {
    var winningMoves: SquareSet { isOver ? [] : outlook.wins }

    /// The moves for a player who looks one move ahead: winning moves; if there are none, moves
    /// that block the opponent; otherwise all moves. Empty once the round is over.
    var urgentMoves: SquareSet { isOver ? [] : outlook.urgentMoves }

    /// The moves that lead to the earliest win; if there are none, to a draw; otherwise, to the
    /// latest loss. Empty once the round is over.
    package var bestMoves: SquareSet { isOver ? [] : outlook.bestMoves }

    /// Returns the value of a move for the player who makes it; nil if the move is illegal.
    package func perfectPlayResult(of square: Square) -> PerfectPlayResult? {
        moves.contains(square) ? outlook.perfectPlayResult(of: square) : nil
    }

    private var outlook: SearchPosition {
        SearchPosition(mine: board.squares(of: next), theirs: board.squares(of: next.opponent))
    }
}

/// An unfinished round, as the player to move sees it.
private struct SearchPosition {
    let mine: SquareSet
    let theirs: SquareSet

    var free: SquareSet { mine.union(theirs).complement }
    var wins: SquareSet { mine.completions.intersection(free) }
    var urgentMoves: SquareSet { wins.isEmpty ? movesWithoutWin : wins }

    /// The moves to consider if no move wins: the moves that block a threat of the opponent,
    /// because any other move would lose; all free squares if there is no threat.
    private var movesWithoutWin: SquareSet {
        let blocks = theirs.completions.intersection(free)
        return blocks.isEmpty ? free : blocks
    }

    var bestMoves: SquareSet {
        guard wins.isEmpty else { return wins }
        let moves = movesWithoutWin
        return SquareSet(moves.filter { -after($0).value == value })
    }

    /// Returns the exact value of a move, for the player who makes it. `square` must be free.
    func perfectPlayResult(of square: Square) -> PerfectPlayResult {
        guard !wins.contains(square) else { return .wins(in: 1) }
        let value = -after(square).value
        guard value != 0 else { return .draws }
        // `moves` is the number of moves to the end of the round, including this move and the
        // winning move.
        let moves = free.count - Int(abs(value)) + 1
        return value > 0 ? .wins(in: (moves + 1) / 2) : .loses(in: moves / 2)
    }

    private func after(_ square: Square) -> SearchPosition {
        SearchPosition(mine: theirs, theirs: mine.inserting(square))
    }
}

/// The game tree. Each position is searched only once in a process, because a spectator's screen
/// judges every move of a round at each redraw.
extension SearchPosition {
    /// The value for the player to move; 0 for a draw. For a win, it is the number of free squares
    /// before the winning move, so an early win has a higher value. For a loss, it is the negative
    /// number of free squares before the opponent's winning move.
    private var value: Int8 { Self.values[index] }

    private var index: Int { mine.number << Board.squareCount | theirs.number }

    /// The values of all boards, including those that no round reaches.
    private static let values: [Int8] = {
        let count = 1 << Board.squareCount
        var values = [Int8?](repeating: nil, count: count * count)
        for mine in 0..<count {
            for theirs in 0..<count where mine & theirs == 0 {
                let outlook = SearchPosition(
                    mine: SquareSet(number: mine), theirs: SquareSet(number: theirs))
                _ = outlook.searchValue(cachingIn: &values)
            }
        }
        return values.map { $0 ?? 0 }
    }()

    private func searchValue(cachingIn values: inout [Int8?]) -> Int8 {
        if let known = values[index] { return known }
        let value: Int8 =
            if free.isEmpty {
                0
            } else if !wins.isEmpty {
                Int8(free.count)
            } else {
                movesWithoutWin.map { -after($0).searchValue(cachingIn: &values) }.max() ?? 0
            }
        values[index] = value
        return value
    }
}
