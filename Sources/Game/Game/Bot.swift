package import SimperiumClock

/// A player made of rules, by strength. Ties are broken by chance, so that play varies.
package enum Bot: String, Hashable, Codable, Sendable, CaseIterable {
    /// Completes a line of its own; sees nothing else.
    case easy
    /// Completes a line of its own, else stops the opponent from it; looks no further.
    case medium
    /// Plays one move in five as medium does, and the others as perfect does.
    case hard
    /// Never loses. Wins as soon as can be; where it can't be saved, loses as late as can be.
    case perfect

    /// Returns the bot's move, or nil if the round is over.
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
    /// The moves that complete a line.
    var winningMoves: SquareSet { isOver ? [] : outlook.wins }

    /// The moves that are left when a player looks one move ahead: those that win at once, else
    /// those that keep the opponent from it, else all.
    var urgentMoves: SquareSet { isOver ? [] : outlook.urgentMoves }

    /// The moves that win soonest; if none wins, those that keep the draw; if all lose, those that
    /// lose latest.
    package var bestMoves: SquareSet { isOver ? [] : outlook.bestMoves }

    /// Returns the value of a move for the player who makes it; nil if the move is illegal.
    package func worth(of square: Square) -> Worth? {
        moves.contains(square) ? outlook.worth(of: square) : nil
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

    /// The moves to look at where no move wins at once. All but a block would lose at once.
    private var movesWithoutWin: SquareSet {
        let blocks = theirs.completions.intersection(free)
        return blocks.isEmpty ? free : blocks
    }

    var bestMoves: SquareSet {
        guard wins.isEmpty else { return wins }
        let moves = movesWithoutWin
        return SquareSet(moves.filter { -after($0).value == value })
    }

    /// Returns the exact value of a move to a free square for the player to move.
    func worth(of square: Square) -> Worth {
        guard !wins.contains(square) else { return .wins(in: 1) }
        let value = -after(square).value
        guard value != 0 else { return .draws }
        // So many squares are taken until the round is won, the one of the winning move among them.
        let moves = free.count - Int(abs(value)) + 1
        return value > 0 ? .wins(in: (moves + 1) / 2) : .loses(in: moves / 2)
    }

    private func after(_ square: Square) -> SearchPosition {
        SearchPosition(mine: theirs, theirs: mine.inserting(square))
    }
}

/// The game tree. A spectator's board judges every move of a round each time it is drawn, so each
/// position is searched once in a process.
extension SearchPosition {
    /// The value for the player to move. For a win it is the number of squares that are free before
    /// the winning move, so an early win is worth most. For a loss it is the same number below
    /// zero.
    private var value: Int8 { Self.values[index] }

    private var index: Int { mine.number << Board.squareCount | theirs.number }

    /// The values of all boards, also of those that no round leads to.
    private static let values: [Int8] = {
        let count = 1 << Board.squareCount
        var values = [Int8?](repeating: nil, count: count * count)
        for mine in 0..<count {
            for theirs in 0..<count where mine & theirs == 0 {
                let outlook = SearchPosition(
                    mine: SquareSet(number: mine), theirs: SquareSet(number: theirs))
                _ = outlook.search(noting: &values)
            }
        }
        return values.map { $0 ?? 0 }
    }()

    private func search(noting values: inout [Int8?]) -> Int8 {
        if let known = values[index] { return known }
        let value: Int8 =
            if free.isEmpty {
                0
            } else if !wins.isEmpty {
                Int8(free.count)
            } else {
                movesWithoutWin.map { -after($0).search(noting: &values) }.max() ?? 0
            }
        values[index] = value
        return value
    }
}
