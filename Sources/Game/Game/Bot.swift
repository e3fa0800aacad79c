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

    private var outlook: Outlook {
        Outlook(mine: board.squares(of: next), theirs: board.squares(of: next.opponent))
    }
}

/// An unfinished round, as the player to move sees it.
private struct Outlook {
    let mine: SquareSet
    let theirs: SquareSet

    /// No position is worth as much.
    private static let most = Board.squareCount

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
        var best = SquareSet()
        var highest = -Self.most
        for square in movesWithoutWin {
            // One below the highest so far, because an equal move must be told from a worse one.
            let worth = -after(square).worth(between: -Self.most, and: 1 - highest)
            if worth > highest { best = SquareSet() }
            if worth >= highest { best = best.inserting(square) }
            highest = max(highest, worth)
        }
        return best
    }

    /// Returns the value for the player to move. For a win it is the number of squares that are
    /// free before the winning move, so an early win is worth most. For a loss it is the same
    /// number below zero.
    ///
    /// The value is exact between the bounds; outside of them only the side is known (alpha-beta).
    private func worth(between low: Int, and high: Int) -> Int {
        guard !free.isEmpty else { return 0 }
        guard wins.isEmpty else { return free.count }
        var highest = low
        for square in movesWithoutWin {
            let worth = -after(square).worth(between: -high, and: -highest)
            highest = max(highest, worth)
            if highest >= high { break }
        }
        return highest
    }

    /// Returns the exact value of a move to a free square for the player to move.
    func worth(of square: Square) -> Worth {
        guard !wins.contains(square) else { return .wins(in: 1) }
        let worth = -after(square).worth(between: -Self.most, and: Self.most)
        guard worth != 0 else { return .draws }
        // So many squares are taken until the round is won, the one of the winning move among them.
        let moves = free.count - abs(worth) + 1
        return worth > 0 ? .wins(in: (moves + 1) / 2) : .loses(in: moves / 2)
    }

    private func after(_ square: Square) -> Outlook {
        Outlook(mine: theirs, theirs: mine.inserting(square))
    }
}
