internal import Game
internal import Lobby
internal import Visit
internal import Wording

/// The round that is over, told again move by move with what each was worth.
extension LineClient {
    mutating func tellRound() {
        guard let session = visit?.session, let own = session.own,
            let state = session.match?.match, state.outcome != nil
        else { return say(ReplayWords.noRound) }
        let names = (session.lobbyState.roster.name(of: session.me), own.opponentName)
        tell(
            kept.trace.moves, of: state,
            circle: own.piece == .circle ? names.0 : names.1,
            cross: own.piece == .circle ? names.1 : names.0)
    }

    mutating func tellRoundAtTable() {
        guard let table, table.match.outcome != nil else { return say(ReplayWords.noRound) }
        tell(
            table.trace.moves, of: table.match, circle: table.name(of: .circle),
            cross: table.name(of: .cross))
    }

    private mutating func tell(
        _ moves: [Square]?, of match: Match, circle: String, cross: String
    ) {
        let round = moves.flatMap { moves in
            try? PlayedRound(
                circle: circle, cross: cross, first: .first(inRound: match.round), moves: moves,
                finish: PlayedRound.Finish(match.outcome))
        }
        guard let round else { return say(ReplayWords.notSeen) }
        RoundText.lines(round, withNotes: true).forEach { say($0) }
    }
}
