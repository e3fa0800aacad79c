internal import PlainText
internal import Play
internal import Records
package import SimperiumClock
internal import Visit
internal import Wording

/// A guest with a key, which may be linked to an account.
extension Guest {
    /// Asks the server for the owner of the key. The guest does not wait for the answer.
    mutating func askForKeyOwner() {
        guard let key = holder.fingerprint, holder.terms != nil else { return }
        holder.isAsking = true
        effects.append(.call(.signInByKey(key)))
    }

    /// Sends a request about accounts; if the owner of the key is not known yet, after the answer.
    mutating func ask(_ request: AccountRequest) {
        if holder.isAsking { holder.waiting = request } else { effects.append(.call(request)) }
    }

    mutating func handle(_ reply: AccountReply, at now: Instant) {
        guard holder.isAsking else {
            return forward(.called(reply), at: now)
        }
        holder.isAsking = false
        if case .signedIn(let user, let name, let token) = reply,
            let account = holder.account(of: user, called: name, by: token)
        {
            signIn(account, at: now)
            screen?.say(AccountWords.signedIn(name))
            lines?.say(AccountWords.signedIn(name))
        }
        if case .refused(.locked) = reply { screen?.say(AccountRefusal.locked.sentence) }
        if let request = holder.waiting.take() { effects.append(.call(request)) }
    }

    /// Signs the guest in. The user's data is stored in that account only.
    mutating func signIn(_ account: SavedAccount, at now: Instant) {
        guard phase == .inside, let copy = holder.copy(of: account) else { return }
        holder.token = account.token
        forward(.signedIn(copy), at: now)
    }

    /// Revokes the token of the session, unless a match waits for the guest to return.
    mutating func endToken() {
        guard let token = holder.token.take(), screen?.client.connectionInMatch == nil else {
            return
        }
        effects.append(.revoke(token))
    }
}

/// A guest with a key, who may continue a session of another connection.
extension Guest {
    /// Returns this session as the rival of another guest with the same key; nil if the key is
    /// another one, or if the session has no seat or is not `inside`.
    package func rival(_ fingerprint: String, at now: Instant) -> KeySeat.Rival? {
        guard self.fingerprint == fingerprint, phase == .inside, let slot else { return nil }
        let isPlaying = screen?.client.connectionInMatch != nil
        return KeySeat.Rival(slot: slot, isLively: isPlaying && monitor.isLively(at: now))
    }

    /// Gives up this session for another connection with the same key.
    mutating func yieldToRival(at now: Instant) {
        guard phase == .inside, screen != nil else { return }
        abandoned = screen.map { .client($0.client) }
        endVisit(SeatWords.takenOver, .elsewhere, at: now)
    }

    /// The sentence for the guest when the door closes.
    var closingSentence: String {
        let isPlaying = screen?.client.connectionInMatch != nil || lines?.client.isPlaying == true
        guard isPlaying else { return DoorWords.closing }
        return slot == nil ? DoorWords.closingOnGuest : DoorWords.closingOnPlayer
    }

    /// Closes a player's connection to the hub. If the guest has a key, or if the door ends the
    /// session, it closes without a goodbye, so that the match waits. A spectator is removed from
    /// the list.
    mutating func leaveScreen(at now: Instant, _ departure: DepartureReason) {
        if isWatcher { perform(screen?.handle(.stopWatching, at: now), at: now) }
        let event: ProgramEvent = departure == .closing ? .closing : .hangUp
        for case .program(.link(let effect)) in screen?.handle(event, at: now) ?? [] {
            effects.append(.link(effect))
        }
        for case .program(.link(let effect)) in lines?.handle(event, at: now) ?? [] {
            effects.append(.link(effect))
        }
        endToken()
        screen = nil
        lines = nil
    }
}
