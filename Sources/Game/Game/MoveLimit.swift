/// How long each move of a match may take, in whole seconds.
package struct MoveLimit: RawRepresentable, Hashable, Codable, Sendable {
    /// Those that one can ask for.
    package static let offered = [10, 30, 60].compactMap(MoveLimit.init)
    /// How long a move may be on its way besides.
    package static let delay = Duration.seconds(1)
    private static let possible = 1...3_600

    package let rawValue: Int

    package init?(rawValue: Int) {
        guard Self.possible.contains(rawValue) else { return nil }
        self.rawValue = rawValue
    }

    package var duration: Duration { .seconds(rawValue) }

    /// With so many seconds left whoever is to move is told, where they see no clock.
    package var warnings: [Int] {
        [rawValue / 2] + [10, 5].filter { $0 < rawValue / 2 }
    }
}
