internal import Drawing
package import Records

/// The recent results, in the lobby.
package enum LastWords {
    package static let heading = "RECENT RESULTS"

    package static func line(about result: RoundResult, under key: String) -> String {
        if case .puzzle? = ResultKey(key) {
            return result.verdict == .won ? "solved a puzzle" : "failed a puzzle"
        }
        let name =
            result.level.map { StatisticsWords.bot($0.words) } ?? result.name.asForeignText
        return switch result.verdict {
        case .won: "won against \(name)"
        case .lost: "lost to \(name)"
        case .drawn: "drew with \(name)"
        }
    }

    package static func ago(_ span: Duration) -> String { "\(span.age) ago" }
}
