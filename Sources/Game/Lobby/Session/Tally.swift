internal import Game

/// How the rounds ended that two people have played with each other since they came.
package struct Tally: Hashable, Sendable {
    package private(set) var wins = 0
    package private(set) var losses = 0
    package private(set) var draws = 0

    package var rounds: Int { wins + losses + draws }

    mutating func count(_ match: MatchInPlay) {
        guard let score = match.score else { return }
        wins += score.wins(of: match.piece)
        losses += score.wins(of: match.piece.opponent)
        draws += score.draws
    }
}
