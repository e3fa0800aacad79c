package import Game
package import Lobby

/// What is said of what people play by, besides the rules.
package enum TermsWords {
    package static let unknownTarget = "A series goes to 3, 5 or 10 rounds won, or none."
    package static let noTargets = "This server has no series."

    package static func target(_ target: SeriesTarget) -> String { "first to \(target.rawValue)" }

    /// Behind a sentence about a match, or an invitation to one.
    package static func behind(_ terms: MatchTerms) -> String {
        ClockWords.behind(terms.limit) + (terms.target.map { ", \(target($0))" } ?? "")
    }

    /// In a word or two each; empty for the standard game.
    package static func short(_ terms: MatchTerms) -> String {
        [terms.limit.map(ClockWords.perMove), terms.target.map(target)].compactMap(\.self)
            .joined(separator: ", ")
    }

    /// The same where there must be words.
    static func words(_ terms: MatchTerms) -> String {
        terms == MatchTerms() ? "no clock and no end" : short(terms)
    }

    /// What somebody has chosen for matches to come with those whom they ask.
    package static func chosen(_ target: SeriesTarget?) -> String {
        target.map { "Whom you ask plays \(self.target($0)) with you." }
            ?? "Whom you ask plays as many rounds as you like."
    }
}

/// About the next round.
extension TermsWords {
    package static func wanted(_ terms: MatchTerms, by name: String) -> String {
        "For the next round \(name) would like \(words(terms))."
    }

    package static func wanted(_ terms: MatchTerms, by name: String, agree key: String) -> String {
        "\(name) would like \(words(terms)): \(key) agrees."
    }

    package static func ownWanted(_ terms: MatchTerms) -> String {
        "For the next round you would like \(words(terms))."
    }

    /// That there are no more rounds: how many each has won.
    static func decided(by winner: String, _ wins: Int, to others: Int) -> String {
        "\(winner) has won the series, \(wins) to \(others)."
    }

    /// The same for somebody who only looks on.
    package static func decided(in score: Score, _ name: (Piece) -> String) -> String {
        let winner: Piece = score.circleWins > score.crossWins ? .circle : .cross
        return decided(
            by: name(winner), score.wins(of: winner), to: score.wins(of: winner.opponent))
    }

    static func won(_ wins: Int, to others: Int) -> String {
        "You have won the series, \(wins) to \(others)."
    }
}
