internal import Game
package import Lobby
package import SimperiumClock

extension LobbySession {
    /// Something that a person at this session may come to think of, whether it can be done or not.
    package func whim(_ random: inout SeededRandom) -> Request {
        random.pick(match == nil ? wishes(&random) : Self.answers + words(&random)) ?? .leave
    }

    private static let answers: [Request] = [
        .act(.resign), .act(.claim), .act(.offerDraw), .act(.acceptDraw), .act(.declineDraw),
        .act(.withdrawDraw), .act(.rematch), .act(.rematch), .act(.rematch),
        .act(.declineRematch), .act(.withdrawRematch),
        .leaveMatch(.auto), .leaveMatch(.open), .look(.busy), .look(.auto), .leave,
    ]

    private func wishes(_ random: inout SeededRandom) -> [Request] {
        let others = lobbyState.people.map(\.id)
        let other = random.pick(others) ?? me
        let code = others.lazy.compactMap { lobbyState.roster[$0]?.code }.first
        return [
            .look(.auto), .look(.auto), .look(.auto), .look(.open), .look(.busy), .invite,
            .challenge(other), .challenge(other), .join(code ?? JoinCode(random: &random)),
            .answer(invitations.next?.from ?? other, .play),
            .answer(invitations.next?.from ?? other, .play),
            .answer(invitations.next?.from ?? other, .later),
            .answer(invitations.next?.from ?? other, .no),
            .withdrawChallenge, .watch(.anything), .watch(.nothing), .watch(.person(other)),
            .watch(random.pick(lobbyState.liveMatches).map { .match($0.key) } ?? .nothing),
            .enter(PlayerName(cleaning: me.rawValue), .auto, nil), .leave,
            .limit(random.pick(MoveLimit.offered)), .limit(nil), .limit(nil),
            .target(random.pick(SeriesTarget.offered)), .target(nil),
        ]
    }

    /// What one may say at a board, and want of the next round.
    private func words(_ random: inout SeededRandom) -> [Request] {
        let terms = MatchTerms(
            limit: random.pick([nil, nil] + MoveLimit.offered) ?? nil,
            target: random.pick([nil] + SeriesTarget.offered) ?? nil)
        return [
            .act(.say(random.pick(Phrase.allCases) ?? .oops)), .act(.want(terms)),
            .act(.want(MatchTerms())),
        ]
    }
}
