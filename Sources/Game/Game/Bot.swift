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

    /// Where the bot plays, or nil if the round is over.
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
