internal import PlainText
internal import Play
internal import Records
internal import SimperiumClock
internal import Visit
internal import Wording

/// A guest whose key is linked to an account, and who is its holder here.
extension Guest {
    /// Asks the server whose the key is. Nobody waits for the answer.
    mutating func askWhose() {
        guard let key = holder.fingerprint, holder.terms != nil else { return }
        holder.isAsking = true
        effects.append(.call(.signInByKey(key)))
    }

    /// Asks what the guest wants to know, once it is known who they are.
    mutating func ask(_ request: AccountRequest) {
        if holder.isAsking { holder.waiting = request } else { effects.append(.call(request)) }
    }

    mutating func take(_ reply: AccountReply, at now: Instant) {
        if case .linking = phase { return take(linking: reply, at: now) }
        if case .asking(let talk) = phase { return take(reply, to: talk, at: now) }
        guard holder.isAsking else {
            tell(.called(reply), at: now)
            return converse(.called(reply), at: now)
        }
        holder.isAsking = false
        if case .signedIn(let user, let name, let token) = reply,
            let account = holder.account(of: user, called: name, by: token)
        {
            enter(account, at: now)
            screen?.say(AccountWords.signedIn(name))
            lines?.say(AccountWords.signedIn(name))
        }
        if case .refused(.locked) = reply { screen?.say(AccountRefusal.locked.sentence) }
        if let request = holder.waiting.take() { effects.append(.call(request)) }
    }

    /// Has the guest be who the server said they are. All that they do is kept there and nowhere
    /// else.
    mutating func enter(_ account: Account, at now: Instant) {
        guard phase == .inside, let copy = holder.copy(of: account) else { return }
        holder.token = account.token
        tell(.signedIn(copy), at: now)
        converse(.signedIn(copy), at: now)
    }

    /// Ends what the visit was signed in with, unless a match waits for the guest to come back.
    mutating func endToken() {
        guard let token = holder.token.take(), screen?.client.connectionInMatch == nil else {
            return
        }
        effects.append(.revoke(token))
    }
}

extension Preferences {
    /// What a guest at a door has of the server, who may have an account by a key.
    mutating func accept(_ terms: GuestContext.AccountTerms, _ fingerprint: String?) {
        accountServer = terms.server
        startedAt = terms.startedAt
        self.fingerprint = fingerprint
        device = DoorWords.device
    }
}
