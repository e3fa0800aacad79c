internal import Drawing
package import Game
package import Lobby
internal import SimperiumClock

/// The texts about the terms of a match: its clock and its series.
package enum MatchTermsWords {
    package static var unknownTarget: String {
        "Choose first to \(ListWords.orList(SeriesTarget.numbers)), or none."
    }
    package static var seriesNotSupported: String { "This server doesn't support series." }

    package static func firstTo(_ target: SeriesTarget) -> String { "first to \(target.rawValue)" }

    /// Returns the time limit and the series target, for the end of a sentence about a match or an
    /// invitation; empty if the match has neither.
    package static func suffix(_ terms: MatchTerms) -> String {
        ClockWords.suffix(terms.limit) + suffix(terms.target)
    }

    static func suffix(_ target: SeriesTarget?) -> String {
        target.map { ", \(firstTo($0))" } ?? ""
    }

    /// Returns the series target with the name of the opponent who chose it, if the user chose a
    /// longer series. Empty without a target.
    static func suffix(_ target: SeriesTarget?, asWishedBy name: String?) -> String {
        guard target != nil, let name else { return suffix(target) }
        return "\(suffix(target)), as \(name) prefers"
    }

    static var noClock: String { "no clock" }
    static var noSeries: String { "no series" }

    /// Returns proposed terms in words; never empty. Names a missing clock or series if the match
    /// has one now.
    private static func words(_ terms: MatchTerms, insteadOf current: MatchTerms) -> String {
        guard terms != MatchTerms() else { return "\(noClock) and \(noSeries)" }
        let clock = terms.limit.map(ClockWords.perMove) ?? current.limit.map { _ in noClock }
        let series = terms.target.map(firstTo) ?? current.target.map { _ in noSeries }
        return [clock, series].compactMap(\.self).joined(separator: ", ")
    }

    package static func newMatchSeries(_ target: SeriesTarget?) -> String {
        target.map { "New matches: \(firstTo($0)), if your opponent agrees." }
            ?? "New matches: no series."
    }
}

/// The texts about the next round. `current` are the terms of the match now.
extension MatchTermsWords {
    package static func proposal(
        _ terms: MatchTerms, insteadOf current: MatchTerms, by name: String
    ) -> String {
        "\(name) proposes \(words(terms, insteadOf: current)) for the next round."
    }

    package static func proposal(
        _ terms: MatchTerms, insteadOf current: MatchTerms, by name: String, agree key: String
    ) -> String {
        "\(name) proposes \(words(terms, insteadOf: current)). \(key) accepts."
    }

    /// Returns the terms of a side's offer of a rematch, to follow "a rematch". Empty if neither
    /// side has proposed any.
    package static func rematchSuffix(of record: MatchRecord, by piece: Piece) -> String {
        if let want = record.proposedTerms(of: piece) {
            return ", \(words(want.terms, insteadOf: record.terms))"
        }
        return record.proposedTerms(of: piece.opponent) == nil ? "" : " on the same terms"
    }

    /// Returns the end of the sentence about a new round: its terms, if the players have just
    /// agreed on them; otherwise an empty text. `earlier` are the terms of the round before.
    static func newTermsSuffix(of record: MatchRecord, insteadOf earlier: MatchTerms) -> String {
        record.hasNewTerms ? ", \(words(record.terms, insteadOf: earlier))" : ""
    }

    package static func ownProposal(_ terms: MatchTerms, insteadOf current: MatchTerms) -> String {
        "You proposed \(words(terms, insteadOf: current)) for the next round."
    }

    /// Returns the sentences about the user's proposal, and about the opponent's other proposal,
    /// which the key still accepts. Leaves the name out if it is nil.
    package static func ownProposal(
        _ terms: MatchTerms, besides theirs: MatchTerms, of name: String?,
        insteadOf current: MatchTerms, agree key: String
    ) -> String {
        "You proposed \(words(terms, insteadOf: current)). \(key) accepts "
            + "\(name.map { "\($0)'s " } ?? "")\(words(theirs, insteadOf: current))."
    }

    static func seriesResult(by winner: String, _ wins: Int, to others: Int) -> String {
        "\(winner) won the series, \(wins) to \(others)."
    }

    /// Returns the result of a series, for a spectator.
    package static func seriesResult(in score: Score, _ name: (Piece) -> String) -> String {
        let winner: Piece = score.circleWins > score.crossWins ? .circle : .cross
        return seriesResult(
            by: name(winner), score.wins(of: winner), to: score.wins(of: winner.opponent))
    }

    /// Returns the headline of a decided series, for the player of `piece` or for a spectator.
    package static func seriesHeadline(ofEnd score: Score, for piece: Piece?) -> String {
        guard let piece else { return "SERIES OVER" }
        return score.wins(of: piece) > score.wins(of: piece.opponent)
            ? "SERIES WON" : "SERIES LOST"
    }
}

/// The texts about a match's clock.
package enum ClockWords {
    /// The word that players type for no series or no clock.
    package static var noneCommand: String { "none" }
    package static var clocksNotSupported: String { "This server doesn't support clocks." }
    package static var unknownClock: String {
        "Choose \(ListWords.orList(MoveTimeLimit.numbers)) seconds a move, auto, or none."
    }
    package static var invalidProposal: String {
        "For the next round, choose \(ListWords.orList(MoveTimeLimit.numbers)) seconds a move, "
            + "or none."
    }

    package static func perMove(_ limit: MoveTimeLimit) -> String { "\(limit.rawValue) s a move" }

    package static func newMatchClock(_ clock: ClockChoice) -> String {
        switch clock {
        case .auto:
            ClockChoice.usual.map {
                "Quick matches: \(perMove($0)), or no clock if your opponent wants none."
            } ?? newMatchClock(.off)
        case .off: "New matches: no clock."
        case .limit(let limit):
            "New matches: \(perMove(limit))."
        }
    }

    /// Returns the end of a sentence about a match whose clock differs from the user's choice.
    /// `name` is the opponent who chose the clock. If `name` is nil, the opponent made no choice,
    /// and the match has the usual clock, because that clock is slower than the user's choice.
    static func clockOrNoneSuffix(_ limit: MoveTimeLimit?, asWishedBy name: String?) -> String {
        (limit.map { ", \(perMove($0))" } ?? ", without a clock")
            + (name.map { ", as \($0) prefers" } ?? ", the slower clock")
    }

    /// Returns the time limit, for the end of a sentence about a match or an invitation; empty
    /// without a limit.
    package static func suffix(_ limit: MoveTimeLimit?) -> String {
        limit.map { ", \(perMove($0))" } ?? ""
    }

    /// Returns the seconds left for a move, padded to the width of `limit`.
    package static func paddedSecondsLeft(_ seconds: Int, of limit: Int) -> String {
        let width = "\(limit)".count - "\(seconds)".count
        return String(repeating: " ", count: max(0, width)) + "\(seconds) s"
    }

    package static func secondsLeftWarning(_ seconds: Int) -> String {
        seconds == 1 ? "1 second left." : "\(seconds) seconds left."
    }
}
