internal import Game
internal import Lobby
internal import SimperiumClock
internal import SimperiumJSON

extension LobbyClient {
    /// Invites a player, or accepts the player's invitation. A search pauses until the answer.
    mutating func inviteOrAccept(
        _ id: PlayerID, _ other: Player, by terms: MatchTerms, at now: Instant
    ) throws(RequestObstacle) {
        if invitations.asking?.isWakeCall == true { endSentInvitation(.withdrawn, at: now) }
        guard invitations.asking == nil else { throw .alreadyChallenging }
        if invitations.received(from: id) != nil {
            return try answerInvitation(.play, from: id, at: now)
        }
        guard other.supportsInvitations else { throw .notAskable }
        if let obstacle = invitations.pauseObstacle(to: id, at: now) { throw obstacle }
        let name = lobbyState.roster.shownName(of: id)
        let wasLooking = player?.mode.isLooking == true
        let ask = invitations.makeSentInvitation(
            to: id, name: name, by: terms, from: wasLooking ? .searchingUser : .user, &random,
            at: now)
        changePlayer { player in
            if wasLooking { player.stopLooking(enter: .open) }
            player.asks = ask
        }
        notify(.asks(name: name))
    }

    mutating func answerInvitation(
        _ answer: LobbyRequest.InvitationAnswer, from id: PlayerID, at now: Instant
    ) throws(RequestObstacle) {
        guard let invitation = invitations.received(from: id) else { throw .notInvited }
        switch answer {
        case .play:
            try checkMatchCanStart(with: id, hasAsked: true)
            invitations.remove(from: id)
            endSentInvitation(nil, at: now)
            startMatch(with: id, isChosen: true, by: invitation.terms)
        case .later, .no, .doNotDisturb:
            invitations.remove(from: id)
            if answer == .doNotDisturb { invitations.isUndisturbed = true }
            changePlayer { player in
                player.declines = InvitationDecline(
                    number: invitation.number, of: id, isFinal: answer == .no)
                guard answer == .doNotDisturb else { return }
                player.mode = .busy
                player.setFriendCode(nil)
            }
        }
    }

    mutating func updateReceivedInvitation(from id: PlayerID, at now: Instant) {
        guard id != me, own == nil else { return }
        let before = invitations.received(from: id)
        guard let ask = lobbyState.roster[id]?.asks, ask.to == me else {
            if let before { endReceivedInvitation(before) }
            return
        }
        guard before?.number != ask.number, !handleIfWakeCall(from: id, at: now) else { return }
        let name = lobbyState.roster.shownName(of: id)
        invitations.receive(ask, from: id, name: name, at: now)
        // If both invite each other, the user needs no notice.
        if invitations.asking?.opponent != id { notify(.invited(id, name: name)) }
    }

    private mutating func endReceivedInvitation(_ invitation: Invitations.ReceivedInvitation) {
        invitations.remove(from: invitation.from)
        if invitations.asking?.opponent != invitation.from {
            notify(.invitationOver(name: invitation.name))
        }
    }

    /// Ends invitations that are over; during a match, ends all invitations. Starts the match if
    /// both players invite each other.
    mutating func resolveInvitations(at now: Instant) {
        guard own == nil else {
            invitations.removeAllReceived()
            return endSentInvitation(nil, at: now)
        }
        endReceivedWakeCallIfOver(at: now)
        for invitation in invitations.received where isOver(invitation, at: now) {
            endReceivedInvitation(invitation)
        }
        guard let asking = invitations.asking, lobbyState.isComplete else { return }
        if let end = invitationEnd(of: asking, at: now) { return endSentInvitation(end, at: now) }
        startMatchIfBothInvite(asking)
    }

    private func isOver(_ invitation: Invitations.ReceivedInvitation, at now: Instant) -> Bool {
        invitation.until <= now || !lobbyState.roster.contains(invitation.from)
            || lobbyState.ledger.seatedMatch(of: invitation.from) != nil
    }

    private func invitationEnd(of asking: Invitations.SentInvitation, at now: Instant)
        -> MatchInvitationEnd?
    {
        if asking.isWakeCall { return isWakeCallOpen(asking, at: now) ? nil : .withdrawn }
        guard let other = lobbyState.roster[asking.opponent] else { return .gone }
        if let decline = other.declines, decline.of == me, decline.number == asking.ask.number {
            return other.mode == .busy ? .busy : decline.isFinal ? .no : .later
        }
        if lobbyState.ledger.seatedMatch(of: asking.opponent) != nil { return .playing }
        if other.mode == .busy { return .busy }
        return asking.until <= now ? .expired : nil
    }

    /// Starts the match if both players invite each other, and the user's id is the smaller one.
    private mutating func startMatchIfBothInvite(_ asking: Invitations.SentInvitation) {
        let id = asking.opponent
        guard challenge == nil, invitations.received(from: id) != nil, me.rawValue < id.rawValue,
            lobbyState.ledger.seatedMatch(of: me) == nil
        else { return }
        let terms = invitations.received(from: id)?.terms ?? MatchTerms()
        invitations.remove(from: id)
        startMatch(with: id, isChosen: true, by: terms)
    }

    /// Ends the user's invitation. If `looksAgain`, resumes the search that the invitation has
    /// paused. After the answer `later` or `no`, pauses further invitations to the player. Notifies
    /// the user unless `end` is nil or `withdrawn`, or the invitation was a wake call.
    mutating func endSentInvitation(
        _ end: MatchInvitationEnd?, looksAgain: Bool = true, at now: Instant
    ) {
        guard let asking = invitations.asking else { return }
        invitations.asking = nil
        invitations.mayYetBeRefused = end != .refused && lobbyState.roster[me]?.asks != asking.ask
        if var player {
            player.asks = nil
            if looksAgain, asking.sender == .searchingUser, player.mode == .open,
                player.code == nil
            {
                startLooking(as: &player)
            }
            updatePlayer(to: player)
        }
        if end == .later || end == .no {
            invitations.pauseInvitations(to: asking.opponent, isFinal: end == .no, at: now)
        }
        guard let end, end != .withdrawn, !asking.isWakeCall else { return }
        notify(.askEnded(name: asking.name, end))
    }
}
