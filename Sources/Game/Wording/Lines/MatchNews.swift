package import Game
package import Lobby

/// Texts of a match for its spectators, in plain text.
package struct MatchNews {
    private let match: Match
    /// True if a player has won the series.
    private let isDecided: Bool
    private let name: (Piece) -> String

    package init(_ match: Match, isDecided: Bool, name: @escaping (Piece) -> String) {
        self.match = match
        self.isDecided = isDecided
        self.name = name
    }

    /// The text while there is no match.
    package static let none = "No match at the moment. The next one appears here when it starts."
    package static let over = "The match is over."
    /// The text if no server is running.
    package static let nobodyHere = "There are no players: no server is running."

    package var introduction: String {
        "\(name(.circle)) (O) is playing \(name(.cross)) (X), round \(match.round)."
    }

    package var nextRound: String {
        "Round \(match.round) begins. \(name(match.next)) moves first."
    }

    package func move(_ piece: Piece, to square: Square, _ numbering: Numbering) -> String {
        LineWords.placed(piece.letter, in: numbering.words(for: square), by: name(piece)) + "."
    }

    /// A phrase from a player.
    package func said(_ phrase: Phrase, by piece: Piece) -> String {
        PhraseWords.said(phrase, by: name(piece))
    }

    /// The result of the round, and the score; nil during the round.
    package var result: String? {
        guard let outcome = match.outcome else { return nil }
        let score = match.score
        let line = "\(name(.circle)) \(score.figures) \(name(.cross)), \(score.drawsWords)"
        return "\(outcome.sentence(name))\(decision) \(LineWords.score(line))"
    }

    private var decision: String {
        isDecided ? " " + TermsWords.decided(in: match.score, name) : ""
    }
}
