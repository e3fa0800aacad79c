internal import Drawing
package import Records

/// What was played last, in the lobby.
package enum LastWords {
    package static let heading = "LAST"

    package static func result(_ verdict: RoundResult.Verdict, against name: String) -> String {
        let name = name.asForeignText
        return switch verdict {
        case .won: "won against \(name)"
        case .lost: "lost to \(name)"
        case .drawn: "drew with \(name)"
        }
    }

    package static func ago(_ span: Duration) -> String { "\(span.age) ago" }
}
