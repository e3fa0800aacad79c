internal import Game
internal import SimperiumClock
internal import SimperiumJSON
internal import SimperiumWire

extension LobbyEditReferee {
    func checkMatch(
        _ edit: ProposedEdit, on key: ObjectKey, _ author: ChangeAuthor, at stamp: ServerTime
    ) throws(Foul) {
        switch edit {
        case .insert(let object):
            try object.checkMembers(MatchRecord.memberNames, since: [:])
            try checkNewMatch(
                LobbyMatch(key, checking: object), by: object.joinCode, author, at: stamp)
        case .change(let old, let new):
            try checkChange(of: key, from: old, to: new, author, at: stamp)
        case .delete(let object):
            let players = (try? LobbyMatch(key, object))?.players ?? []
            guard players.contains(where: { canEndMatch($0, by: author) }) else {
                throw .notInTheMatch
            }
        case .deleteAll: throw .everything
        }
    }

    /// Returns true if an author may end a player's match. Only the player may, or, after the
    /// player has left the lobby, a client with the player's id.
    private func canEndMatch(_ player: PlayerID, by author: ChangeAuthor) -> Bool {
        if lobbyState.roster.contains(player) { return author.player == player }
        return player.hasSameBytes(as: author.clientID)
    }

    private func checkNewMatch(
        _ match: LobbyMatch, by joinCode: JoinCode?, _ author: ChangeAuthor, at stamp: ServerTime
    ) throws(Foul) {
        guard let player = author.player, match.players.contains(player) else {
            throw .notInTheMatch
        }
        guard match.circle == player else { throw .othersStart }
        for player in match.players {
            guard lobbyState.roster.contains(player) else { throw .absent(player) }
            guard lobbyState.ledger.seatedMatch(of: player) == nil else { throw .seated(player) }
        }
        guard !lobbyState.roster.areSamePerson(match.circle, match.cross) else {
            throw .flawed(.onePlayerTwice)
        }
        // An absence counts from before the match, so circle could claim the round at once.
        guard !absenceTracker.isAway(match.cross) else { throw .absent(match.cross) }
        try checkConsent(to: match, by: joinCode, at: stamp)
        let fresh = MatchRecord(circle: match.circle, cross: match.cross, match.terms)
        guard match.record == fresh else { throw .notFresh }
    }

    private func checkChange(
        of key: ObjectKey, from old: JSONObject, to new: JSONObject, _ author: ChangeAuthor,
        at stamp: ServerTime
    ) throws(Foul) {
        let before = try LobbyMatch(key, checking: old)
        let after = try LobbyMatch(key, checking: new)
        guard let piece = author.player.flatMap(before.piece) else { throw .notInTheMatch }
        guard before.players == after.players else { throw .otherPlayers }
        try new.checkMembers(MatchRecord.memberNames, since: old)
        guard old[.code] == new[.code] else { throw .otherCode }
        guard new.nonNullValue(.ending) == nil || after.match?.lossReason != nil else {
            throw .unknownEnding
        }
        let earlier = try before.checkedRecord()
        let later = try after.checkedRecord()
        let (player, other) = (before.player(of: piece), before.player(of: piece.opponent))
        let mayClaim =
            lobbyState.roster[other]?.supportsInvitations == true
            && absenceTracker.isClaimDue(by: player, on: other, at: stamp)
        try checkPhrasesAndWishes(of: piece, at: key, from: earlier, to: later, at: stamp)
        if later.idles[piece] != earlier.idles[piece] || later.undos[piece] != earlier.undos[piece]
            || later.match.lastPracticeRound != earlier.match.lastPracticeRound
        {
            for id in before.players where lobbyState.roster[id]?.knowsWishes != true {
                throw .notAskable(id)
            }
        }
        let isTimeUp =
            earlier.match.outcome == nil && clocks.hasTimeExpired(key, by: earlier.limit, at: stamp)
        let foul = earlier.foul(in: later, by: piece, mayClaim: mayClaim, isTimeUp: isTimeUp)
        if let foul { throw foul }
    }

    /// Checks a side's new phrase or proposal: both programs must support it, and the side must not
    /// send too many phrases.
    private func checkPhrasesAndWishes(
        of piece: Piece, at key: ObjectKey, from earlier: MatchRecord, to later: MatchRecord,
        at stamp: ServerTime
    ) throws(Foul) {
        let speaks = later.lastPhrases[piece] != earlier.lastPhrases[piece]
        guard speaks || later.wants[piece] != earlier.wants[piece] else { return }
        for player in [earlier.players[.circle], earlier.players[.cross]]
        where lobbyState.roster[player]?.supportsInvitations == false {
            throw .notAskable(player)
        }
        guard !speaks || phrases.maySpeak(piece, at: key, stamp) else {
            throw .spokeTooSoon
        }
    }

    func checkInvitation(
        _ ask: MatchInvitation, by player: PlayerID, at stamp: ServerTime
    ) throws(Foul) {
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
        if let flaw = invitations.invitedTooSoonFoul(in: ask, by: player, at: stamp) { throw flaw }
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
        if let terms = circle.pairingTerms(with: cross) {
            return try checkTerms(of: match, are: terms)
        }
        if let ask = cross.asks, ask.to == circle.id,
            invitations.isOpen(ask, by: cross.id, at: stamp)
        {
            return try checkTerms(of: match, are: ask.terms)
        }
        guard cross.mode != .busy else { throw .busy(cross.id) }
        guard cross.mode == .open, let code = cross.code else { throw .notAsking(cross.id) }
        // Programs of the first version join without a code.
        guard circle.supportsInvitations else { return }
        guard joinCode == code else { throw .otherCode }
        try checkTerms(of: match, are: cross.terms)
    }

    private func checkTerms(of match: LobbyMatch, are agreed: MatchTerms) throws(Foul) {
        if let foul = match.terms.foul(insteadOf: agreed) { throw foul }
    }
}
