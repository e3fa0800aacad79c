internal import Game
internal import Records
internal import SimperiumClock
internal import Visit

/// Rounds against bots, which nobody but the program has seen.
extension Client {
    /// Keeps how a round ended, once.
    mutating func keepRound() {
        guard let table, case .bot(let level) = table.opponent, let outcome = table.match.outcome
        else {
            desk.hasKeptRound = false
            return
        }
        guard isSignedIn, !desk.hasKeptRound else { return }
        desk.hasKeptRound = true
        let result = RoundResult(
            against: nil, called: level.rawValue, as: .circle, .init(outcome, for: .circle),
            by: .init(outcome), moves: table.trace.moves.flatMap { MoveList($0) } ?? MoveList(),
            at: today, level: level)
        keep(.result(.bot(String(random.next(), radix: 16)), result))
    }
}
