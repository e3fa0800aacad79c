/// How the rounds of a match ended, counted.
package struct Score: Hashable, Sendable {
    package private(set) var circleWins = 0
    package private(set) var crossWins = 0
    package private(set) var draws = 0

    /// What a stored score may count to. It keeps sums far from the end of the numbers.
    package static let limit = 1_000_000

    package init() {}

    /// Nil unless each number is one that rounds can add up to.
    package init?(circleWins: Int, crossWins: Int, draws: Int) {
        let isPossible = [circleWins, crossWins, draws].allSatisfy { (0...Self.limit).contains($0) }
        guard isPossible else { return nil }
        self.circleWins = circleWins
        self.crossWins = crossWins
        self.draws = draws
    }

    package var rounds: Int { circleWins + crossWins + draws }

    package func wins(of piece: Piece) -> Int {
        switch piece {
        case .cross: crossWins
        case .circle: circleWins
        }
    }

    /// Whether more rounds make this score of `earlier`, or none.
    package func follows(_ earlier: Score) -> Bool {
        circleWins >= earlier.circleWins && crossWins >= earlier.crossWins
            && draws >= earlier.draws
    }

    package func counting(_ outcome: Outcome?) -> Score {
        guard let outcome else { return self }
        var score = self
        switch outcome.winner {
        case .circle: score.circleWins += 1
        case .cross: score.crossWins += 1
        case nil: score.draws += 1
        }
        return score
    }
}
