/// How many rounds somebody must win for a series of them to be over.
package struct SeriesTarget: RawRepresentable, Hashable, Codable, Sendable {
    /// Those that one can ask for.
    package static let offered = [3, 5, 10].compactMap(SeriesTarget.init)
    private static let possible = 1...1_000

    package let rawValue: Int

    package init?(rawValue: Int) {
        guard Self.possible.contains(rawValue) else { return nil }
        self.rawValue = rawValue
    }

    package func isReached(in score: Score) -> Bool {
        max(score.circleWins, score.crossWins) >= rawValue
    }
}
