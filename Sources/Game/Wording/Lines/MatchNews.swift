package import Game
package import Lobby

/// What is told in lines of a match that others play.
package struct MatchNews {
    private let match: Match
    /// Whether somebody has won the series.
    private let isDecided: Bool
    private let name: (Piece) -> String

    package init(_ match: Match, isDecided: Bool, name: @escaping (Piece) -> String) {
        self.match = match
        self.isDecided = isDecided
        self.name = name
    }

    /// What is told while there is none.
    package static let none = "No match at the moment; the next one is told as it begins."
    package static let over = "That is over."
    /// Where no server runs, and so nobody is.
    package static let nobodyHere = "Nobody is here: no server is running."

    package var introduction: String {
        "\(name(.circle)) (O) plays \(name(.cross)) (X), round \(match.round)."
    }

    package var nextRound: String {
        "Round \(match.round) begins; \(name(match.next)) moves first."
    }

    package func move(_ piece: Piece, to square: Square, _ numbering: Numbering) -> String {
        LineWords.placed(piece.letter, in: numbering.words(for: square), by: name(piece)) + "."
    }

    /// What a side said.
    package func said(_ phrase: Phrase, by piece: Piece) -> String {
        PhraseWords.said(phrase, by: name(piece))
    }

    /// How the round ended, and the score; nil while it goes on.
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
