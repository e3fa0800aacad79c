internal import PlainText
internal import Play
internal import Records
package import SimperiumClock
internal import Visit
internal import Wording

extension Guest {
    /// Asks the server for the owner of the guest's key. Does nothing without a key, or if guests
    /// can't sign in. The guest can play before the answer.
    mutating func askForKeyOwner() {
        guard let key = identity.fingerprint, identity.signInParameters != nil else { return }
        identity.isAskingForOwner = true
        effects.append(.call(.signInByKey(key)))
    }

    /// Sends a request about accounts. While the request for the key's owner is pending, stores the
    /// request instead, and drops a request that was stored earlier.
    mutating func sendOrQueue(_ request: AccountRequest) {
        guard identity.isAskingForOwner else { return effects.append(.call(request)) }
        identity.queuedRequest = request
    }

    mutating func handleAccountReply(_ reply: AccountReply, at now: Instant) {
        guard identity.isAskingForOwner else {
            return passToClient(.called(reply), at: now)
        }
        identity.isAskingForOwner = false
        if case .signedIn(let user, let name, let token) = reply,
            let account = identity.account(of: user, called: name, by: token)
        {
            signIn(account, at: now)
            screen?.showNotice(AccountWords.signedIn(name))
            textSession?.writeLine(AccountWords.signedIn(name))
        }
        if case .refused(.locked) = reply { screen?.showNotice(AccountRefusal.locked.sentence) }
        if let request = identity.queuedRequest.take() { effects.append(.call(request)) }
    }

    /// Signs the guest in to an account. The door keeps the account's data in memory only. Does
    /// nothing if the guest is not `inside`, or if guests can't sign in.
    mutating func signIn(_ account: SavedAccount, at now: Instant) {
        guard phase == .inside, let copy = identity.localData(of: account) else { return }
        identity.token = account.token
        passToClient(.signedIn(copy), at: now)
    }

    /// Revokes the token of the session, unless the guest's match waits for the guest to return. In
    /// both cases, removes the token from the session.
    mutating func revokeTokenUnlessInMatch() {
        guard let token = identity.token.take(), screen?.client.connectionInMatch == nil else {
            return
        }
        effects.append(.revoke(token))
    }

    /// Returns this session as the rival of a new connection with this key. Returns nil if this
    /// guest has a different key, no screen or no seat, or is not `inside`.
    package func asSameKeyGuest(
        _ fingerprint: String, at now: Instant
    ) -> FreeKeySeat.SameKeyGuest? {
        guard self.fingerprint == fingerprint, phase == .inside, let slot else { return nil }
        let isPlaying = screen?.client.connectionInMatch != nil
        return FreeKeySeat.SameKeyGuest(
            slot: slot, isLively: isPlaying && monitor.hasReceivedBytesRecently(at: now))
    }

    /// Gives up this session, so that another connection with the same key can resume the guest's
    /// client. Does nothing without a screen.
    mutating func yieldToRival(at now: Instant) {
        guard phase == .inside, screen != nil else { return }
        resumableClient = screen.map { .client($0.client) }
        endSession(SavedSeatWords.sessionTakenOver, .elsewhere, at: now)
    }

    /// The sentence for the guest when the door closes.
    var closingSentence: String {
        guard
            screen?.client.connectionInMatch != nil || textSession?.client.isPlaying == true
        else { return DoorWords.closing }
        return DoorWords.closingInMatch(hasSeat: slot != nil, hasKey: identity.fingerprint != nil)
    }

    /// Closes the guest's connection to the hub, and ends the session. If the guest can return to
    /// the match, or if the door closes, the hub keeps the match. Deletes a spectator's Watcher
    /// object. Revokes the session's token, unless the match waits for the guest.
    mutating func closeHubLinkAndClient(at now: Instant, _ departure: DepartureReason) {
        if isSpectator { perform(screen?.handle(.stopWatching, at: now), at: now) }
        let event: ProgramEvent = departure == .closing ? .closing : .hangUp
        for case .program(.link(let effect)) in screen?.handle(event, at: now) ?? [] {
            effects.append(.link(effect))
        }
        for case .program(.link(let effect)) in textSession?.handle(event, at: now) ?? [] {
            effects.append(.link(effect))
        }
        revokeTokenUnlessInMatch()
        screen = nil
        textSession = nil
    }
}
