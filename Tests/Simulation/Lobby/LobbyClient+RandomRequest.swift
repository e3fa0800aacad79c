internal import Game
internal import Lobby
package import SimperiumClock
package import Visit

extension LobbyClient {
    /// Returns a random request of a user at this client, possible or not.
    package func randomRequest(_ random: inout SeededRandom) -> LobbyRequest {
        if isAskedForUndo, random.chance(1, in: 2) { return answerUndo(&random) }
        guard match != nil else { return random.pick(wishes(&random)) ?? .leave }
        return random.pick(Self.answers + words(&random) + undoWishes) ?? .leave
    }

    private static let answers: [LobbyRequest] = [
        .act(.resign), .act(.claim), .act(.offerDraw), .act(.acceptDraw), .act(.declineDraw),
        .act(.withdrawDraw), .act(.rematch), .act(.rematch), .act(.rematch),
        .act(.declineRematch), .act(.withdrawRematch), .act(.withdrawTerms),
        .leaveMatch(.auto), .leaveMatch(.open), .look(.busy), .look(.auto), .leave,
    ]

    private func wishes(_ random: inout SeededRandom) -> [LobbyRequest] {
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
            .limit(random.pick(MoveTimeLimit.offered)), .limit(nil),
            .wish(random.pick(MoveTimeLimit.offered) ?? MoveTimeLimit.offered[0]),
            .target(random.pick(SeriesTarget.offered)), .target(nil),
        ]
    }

    /// The same for a user who wants to play and to continue playing, and waits for an absent
    /// opponent.
    package func patientWhim(at now: Instant, _ random: inout SeededRandom) -> LobbyRequest {
        guard match != nil else {
            if let next = invitations.next { return .answer(next.from, .play) }
            if player?.mode != .open { return .look(.auto) }
            guard random.chance(2, in: 3) else { return .target(SeriesTarget.offered.first) }
            return .challenge(random.pick(lobbyState.people.map(\.id)) ?? me)
        }
        if match?.record?.match.drawOffers.isEmpty == false, random.chance(1, in: 2) {
            return random.chance(2, in: 3) ? .act(.acceptDraw) : .act(.declineDraw)
        }
        let answers: [LobbyRequest] =
            mayClaim(at: now)
            ? [.act(.claim), .act(.claim), .leaveMatch(.auto)]
            : [
                .act(.offerDraw), .act(.offerDraw), .act(.acceptDraw), .act(.withdrawDraw),
                .act(.rematch), .act(.rematch), .act(.withdrawRematch), .act(.declineRematch),
            ] + words(&random)
        return random.pick(answers) ?? .act(.rematch)
    }

    /// True if the opponent asks for a move back.
    private var isAskedForUndo: Bool {
        own.map { match?.record?.openUndoRequest(of: $0.piece.opponent) != nil } == true
    }

    private var undoWishes: [LobbyRequest] {
        let squares = own.flatMap { own in
            match?.match.flatMap { own.undoableMoves(from: own.piece, in: $0) }
        }
        return [
            .act(.askUndo(squares ?? [])), .act(.askUndo(squares ?? [])), .act(.withdrawUndo),
            .act(.allowUndo),
        ]
    }

    private func answerUndo(_ random: inout SeededRandom) -> LobbyRequest {
        .act(random.chance(2, in: 3) ? .allowUndo : .declineUndo)
    }

    /// Returns phrases, and terms for the next round.
    private func words(_ random: inout SeededRandom) -> [LobbyRequest] {
        let terms = MatchTerms(
            limit: random.pick([nil, nil] + MoveTimeLimit.offered) ?? nil,
            target: random.pick([nil] + SeriesTarget.offered) ?? nil)
        return [
            .act(.say(random.pick(Phrase.allCases) ?? .oops)), .act(.want(terms)),
            .act(.want(MatchTerms())),
        ]
    }
}
