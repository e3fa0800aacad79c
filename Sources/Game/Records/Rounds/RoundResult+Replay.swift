package import Game

extension RoundResult {
    /// The round to be seen again, of somebody who is called that; nil if not all of its moves are
    /// known.
    package func played(by own: String, under key: String) -> PlayedRound? {
        let (circle, cross) = piece == .circle ? (own, name) : (name, own)
        for first in possibleFirst(under: key) {
            let round = try? PlayedRound(
                circle: circle, cross: cross, first: first, moves: moves.squares, finish: finish)
            if let round, round.outcome.map({ Verdict($0, for: piece) }) ?? verdict == verdict {
                return round
            }
        }
        return nil
    }

    /// Who may have begun. Of a round between people the key says which it was, and what older
    /// versions wrote of bots does not say it.
    private func possibleFirst(under key: String) -> [Piece] {
        if let first { return [first] }
        if case .people(_, _, let round)? = ResultKey(key) { return [.first(inRound: round)] }
        return [.circle, .cross]
    }

    private var finish: PlayedRound.Finish {
        let loser = verdict == .won ? piece.opponent : piece
        return switch manner {
        case .line, .board: .board
        case .resigned: .resigned(loser)
        case .agreed: .agreed
        case .left: .left(loser)
        case .claimed: .claimed(loser)
        case .time: .outOfTime(loser)
        case nil: .open
        }
    }
}

extension PersonRecords {
    /// The key of a round that somebody asks for: by its key, or counted from the last, which is 1.
    package func resultKey(_ text: String) -> String? {
        if result(text) != nil { return text }
        guard let number = Int(text), number > 0, number <= resultCount else { return nil }
        return latestResults(number).dropFirst(number - 1).first?.key
    }
}
