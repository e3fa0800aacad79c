internal import Lobby
package import Records
internal import SimperiumClock
package import SimperiumSync
internal import SimperiumWire

/// What a visit has of the person's account: signed in or out at any time, while a match runs.
extension LobbyVisit {
    /// Who is signed in; nil for a guest.
    package var account: Account? { admission?.account }

    /// How far the copy here is from what the account keeps.
    package var accountStatus: SyncStatus {
        lobby?.accountStatus ?? .offline(retryAt: nil, because: nil)
    }

    /// How many objects of each bucket the server does not know as they are here.
    package var unsentRecords: [(bucket: RecordBucket, count: Int)] {
        guard admission != nil, let lobby else { return [] }
        return RecordBucket.allCases.map { ($0, lobby.unsentCount(in: $0)) }.filter { $0.1 > 0 }
    }

    /// A visit of the same person in place of one that has not begun.
    package init(_ beginning: Beginning, insteadOf other: LobbyVisit?) {
        self.init(beginning)
        guard let copy = other?.admission?.copy else { return }
        signIn(copy, at: .start)
        effects = []
    }

    mutating func signIn(_ copy: AccountCopy, at now: Instant) {
        if admission != nil { forgetAccount(at: now) }
        guard lobby != nil else { return }
        admission = AccountAdmission(account: copy.account, keeping: copy.keeping)
        if status == .offline(retryAt: nil, because: nil) { admission?.copy = copy }
        records = copy.records
        notedMatch = nil
        shunBlocked(at: now)
        effects.append(.account(.signedIn))
        perform(lobby?.signIn(copy, at: now) ?? [], at: now)
        // On the next line the account's channels are open before the lobby is entered.
        if !isOnline { identify(at: now) }
    }

    /// Lets the lobby know whose the connection is.
    private mutating func identify(at now: Instant) {
        let holder = admission.map { admission in
            LobbySession.Holder(
                user: admission.account.user, name: try? PlayerName(admission.account.name))
        }
        guard holder != session.holder else { return }
        forward(LobbySession.Event.signedIn(as: holder), at: now)
    }

    mutating func signOut(at now: Instant) {
        guard let admission else { return }
        let unsent = unsentRecords.map(\.count).reduce(0, +)
        forgetAccount(at: now)
        effects.append(.account(.signedOut(name: admission.account.name, unsent: unsent)))
    }

    mutating func make(_ edit: RecordEdit, at now: Instant) {
        guard let admission else { return }
        guard admission.keeping != .nothing else { return effects.append(.account(.notKept)) }
        perform(lobby?.make(edit, at: now) ?? [], at: now)
    }

    mutating func take(_ answer: CopyAnswer, at now: Instant) {
        guard let admission else { return }
        switch answer {
        case .failed(let reason) where !admission.isTroubled:
            self.admission?.isTroubled = true
            effects.append(.account(.troubled(because: reason)))
        case .stored where admission.isTroubled:
            self.admission?.isTroubled = false
            effects.append(.account(.recovered))
        case .stored, .failed: break
        }
        perform(lobby?.take(answer, at: now) ?? [], at: now)
    }

    mutating func take(_ news: AccountNews, at now: Instant) {
        switch news {
        case .status(let status): follow(status, at: now)
        case .refused, .signedIn, .tokenEnded, .signedOut, .notKept, .troubled, .recovered: break
        }
        effects.append(.account(news))
    }

    private mutating func follow(_ status: SyncStatus, at now: Instant) {
        switch status {
        case .unauthorized:
            guard let account = admission?.account else { return }
            // The copy stays, for the same person's next token.
            (admission, records) = (nil, nil)
            shunBlocked(at: now)
            identify(at: now)
            effects.append(.account(.tokenEnded(account)))
        case .synced:
            records?.settle()
            confirm(at: now)
        case .indexing: confirm(at: now)
        case .connecting, .authorizing, .offline: break
        }
    }

    /// The server has let the account's channels in: whatever it thought before, it knows now.
    private mutating func confirm(at now: Instant) {
        if session.player != nil, session.player?.user != admission?.account.user {
            forward(LobbySession.Event.signedIn(as: nil), at: now)
        }
        identify(at: now)
    }

    mutating func take(_ event: RecordEvent, at now: Instant) {
        records?.apply(event)
        if event.bucket == .block { shunBlocked(at: now) }
    }

    /// Keeps those apart from the person with whom they want nothing to do.
    private mutating func shunBlocked(at now: Instant) {
        let users = Set((records?.blocks ?? [:]).keys)
        forward(LobbySession.Event.asked(.shun(users)), at: now)
    }

    private mutating func forgetAccount(at now: Instant) {
        (admission, records) = (nil, nil)
        shunBlocked(at: now)
        identify(at: now)
        perform(lobby?.signOut(at: now) ?? [], at: now)
    }
}
