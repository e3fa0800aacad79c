/// The texts of the statistics, on the screen and in plain text.
package enum StatisticsWords {
    package static let heading = "STATISTICS"
    package static let none = "No rounds yet. Finish one to see your statistics."

    package static func total(played: Int, _ figures: (won: Int, lost: Int, drawn: Int)) -> String {
        "\(played) round\(played == 1 ? "" : "s"): \(figures.won) won, \(figures.lost) lost, "
            + "\(figures.drawn) drawn"
    }

    package static func streak(_ streak: Int, longest: Int) -> String {
        "Winning streak: \(streak) (best: \(longest))"
    }

    package static let won = "won"
    package static let lost = "lost"
    package static let drawn = "drawn"
    /// The title of the column of results.
    package static let figures = "won–lost–drawn"

    package static func bot(_ name: String) -> String { "\(name) bot" }
    package static func guest(_ name: String) -> String { "\(name) (guest)" }
}
