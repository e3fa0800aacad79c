internal import Game
internal import SimperiumClock

/// The rules that ensure that players are seated only by consent.
extension Referee {
    func check(_ ask: MatchInvitation, by player: PlayerID, at stamp: ServerTime) throws(Foul) {
        guard ask.to != player else { throw .flawed(.onePlayerTwice) }
        guard let other = lobbyState.roster[ask.to] else { throw .absent(ask.to) }
        guard !lobbyState.roster.areSamePerson(player, ask.to) else {
            throw .flawed(.onePlayerTwice)
        }
        for id in [player, ask.to] where lobbyState.ledger.seatedMatch(of: id) != nil {
            throw .seated(id)
        }
        guard other.supportsInvitations else { throw .notAskable(ask.to) }
        guard other.mode != .busy else { throw .busy(ask.to) }
        if let flaw = ask.terms.flaw { throw flaw }
        if let flaw = asks.invitedTooSoonFoul(in: ask, by: player, at: stamp) { throw flaw }
    }

    /// Checks that cross agrees to a match that circle starts, and to its terms. Either both look
    /// for any opponent, or cross has invited circle, or cross waits for a friend with this code.
    func checkConsent(
        to match: LobbyMatch, by joinCode: JoinCode?, at stamp: ServerTime
    ) throws(Foul) {
        guard let circle = lobbyState.roster[match.circle] else { throw .absent(match.circle) }
        guard let cross = lobbyState.roster[match.cross] else { throw .absent(match.cross) }
        if match.terms != MatchTerms() {
            if let flaw = match.terms.flaw { throw flaw }
            for player in [circle, cross] where !player.supportsInvitations {
                throw .notAskable(player.id)
            }
        }
        if let terms = circle.pairingTerms(with: cross) { return try check(terms, isOf: match) }
        if let ask = cross.asks, ask.to == circle.id, asks.isOpen(ask, by: cross.id, at: stamp) {
            return try check(ask.terms, isOf: match)
        }
        guard cross.mode != .busy else { throw .busy(cross.id) }
        guard cross.mode == .open, let code = cross.code else { throw .notAsking(cross.id) }
        // Programs of the first version join without a code.
        guard circle.supportsInvitations else { return }
        guard joinCode == code else { throw .otherCode }
        try check(cross.terms, isOf: match)
    }

    private func check(_ terms: MatchTerms, isOf match: LobbyMatch) throws(Foul) {
        if let foul = match.terms.foul(insteadOf: terms) { throw foul }
    }
}
