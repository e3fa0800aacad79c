internal import Drawing
internal import Lobby
package import Records
package import SimperiumClock
package import SimperiumSync
package import SimperiumWire

/// The user's account. The user may sign in and out at any time, also during a match.
extension LobbyClient {
    package var account: SavedAccount? { signedInAccount?.account }

    package var accountStatus: ReplicaStatus {
        replica?.status(of: .account) ?? .offline(retryAt: nil, because: nil)
    }

    /// The buckets with changes that the server does not have, each with the number of its changed
    /// objects.
    package var unsentRecords: [(bucket: RecordBucket, count: Int)] {
        guard signedInAccount != nil, let replica else { return [] }
        return RecordBucket.allCases.map { ($0, replica.unsyncedKeys(in: $0.name).count) }
            .filter { $0.1 > 0 }
    }

    /// Creates a client that replaces `other`, a client that has not connected yet. Signs the new
    /// client in to the same account, if there is one.
    package init(_ beginning: Beginning, insteadOf other: LobbyClient?) {
        self.init(beginning)
        guard let copy = other?.signedInAccount?.copy else { return }
        signIn(copy, at: .start)
        output = Output()
    }

    mutating func signIn(_ copy: LocalAccountData, at now: Instant) {
        if signedInAccount != nil { forgetAccount(at: now) }
        guard case .some = replica else { return }
        signedInAccount = SignedInAccount(account: copy.account, keeping: copy.keeping)
        if status == .offline(retryAt: nil, because: nil) { signedInAccount?.copy = copy }
        records = copy.records
        publishedMatch = nil
        excludeBlockedUsersFromPairing(at: now)
        output.news.append(.account(.signedIn))
        storeGate.resetForAnotherCopy()
        let kind = copy.keeping == .file ? BucketLifetime.durable : .memory
        for bucket in RecordBucket.allCases {
            performReplicaEffects(
                of: .open(bucket.name, kind, copy.stored(bucket), as: .account), at: now)
        }
        // Each copy has a client id of its own, because several programs may use the account.
        let signIn = Replica.Event.signIn(
            copy.account.token, by: copy.clientID, as: .account, others: .take)
        performReplicaEffects(of: signIn, at: now)
        storeGatheredEditsOnDisk(at: now)
        // Without a connection, the Player can name the account at once, because the account's
        // channels will open before the client enters the lobby.
        if !isOnline { publishAccount(at: now) }
    }

    /// Sets the Player's account to the signed-in account; for a guest, to none.
    private mutating func publishAccount(at now: Instant) {
        let identity = account.map {
            AccountIdentity(user: $0.user, name: try? PlayerName($0.name.shown))
        }
        guard identity != accountIdentity else { return }
        setAccountIdentity(to: identity, at: now)
    }

    /// Signs the user out, removes the account's objects from the replica, and reports the number
    /// of unsent objects. Does nothing for a guest.
    package mutating func signOut(at now: Instant) {
        defer { performEventConsequences(at: now) }
        guard let signedInAccount else { return }
        let unsent = unsentRecords.map(\.count).reduce(0, +)
        forgetAccount(at: now)
        output.news.append(.account(.signedOut(name: signedInAccount.account.name, unsent: unsent)))
    }

    mutating func writeRecord(_ edit: RecordEdit, at now: Instant) {
        guard let signedInAccount else { return }
        guard signedInAccount.keeping != .nothing else {
            return output.news.append(.account(.notKept))
        }
        switch edit {
        case .put(let bucket, let key, let object):
            editRecord(key, in: bucket, at: now) { .put($0, object) }
        case .delete(let bucket, let key): editRecord(key, in: bucket, at: now) { .delete($0) }
        }
        storeGatheredEditsOnDisk(at: now)
    }

    mutating func handleStoreResult(_ answer: StoreTransactionResult, at now: Instant) {
        guard let signedInAccount else { return storeGate.resetForAnotherCopy() }
        switch answer {
        case .failed(let reason) where !signedInAccount.isTroubled:
            self.signedInAccount?.isTroubled = true
            output.news.append(.account(.troubled(because: reason)))
        case .stored where signedInAccount.isTroubled:
            self.signedInAccount?.isTroubled = false
            output.news.append(.account(.recovered))
        case .stored, .failed: break
        }
        output.effects += storeGate.recordAnswerReleasingEffects(answer, at: now).map { .link($0) }
        storeGatheredEditsOnDisk(at: now)
    }

    mutating func handleAccountStatus(_ status: ReplicaStatus, at now: Instant) {
        defer { output.news.append(.account(.status(status))) }
        switch status {
        case .unauthorized:
            guard let account = signedInAccount?.account else { return }
            // The copy stays, for the user's next token.
            (signedInAccount, records) = (nil, nil)
            excludeBlockedUsersFromPairing(at: now)
            publishAccount(at: now)
            // The program closes the copy, so the gate gets no answers after the last edits.
            storeGatheredEditsOnDisk(at: now)
            storeGate.resetForAnotherCopy()
            output.news.append(.account(.tokenEnded(account)))
        case .synced:
            records?.sortAfterLoading()
            publishAcceptedAccount(at: now)
        case .indexing: publishAcceptedAccount(at: now)
        case .connecting, .authorizing, .offline: break
        }
    }

    /// Sets the Player's account to the signed-in account, because the server has accepted that
    /// account's token.
    private mutating func publishAcceptedAccount(at now: Instant) {
        if player != nil, player?.user != signedInAccount?.account.user {
            setAccountIdentity(to: nil, at: now)
        }
        publishAccount(at: now)
    }

    /// Queues an effect for the connection. Holds back a frame of the account until the account's
    /// edits are on disk.
    mutating func sendOrHoldBack(_ effect: LinkEffect) {
        guard storeGate.isClosed, case .send(let frame, _) = effect,
            replica?.signInID(of: frame) == .account
        else { return output.effects.append(.link(effect)) }
        storeGate.hold(effect)
    }

    mutating func receiveRecordEvent(_ event: BucketEvent, in bucket: RecordBucket, at now: Instant)
    {
        switch event {
        case .inserted(let key, _), .updated(let key, _, _), .acknowledged(let key, _),
            .deleted(let key, _), .deleteAcknowledged(let key):
            refreshRecord(key, in: bucket, at: now)
        case .error(.refused(let key, _, _)):
            // A round was played, even if the server refuses its result.
            if bucket != .result {
                performReplicaEffects(of: .edit(.revert(key), in: bucket.name), at: now)
            }
            refreshRecord(key, in: bucket, at: now)
            output.news.append(.account(.refused(bucket, key: key.text)))
        case .willIndex, .didIndex, .willChange, .version, .error, .rules, .pending, .away, .back,
            .aged:
            break
        }
    }

    private mutating func editRecord(
        _ key: String, in bucket: RecordBucket, at now: Instant,
        by edit: (ObjectKey) -> BucketEdit
    ) {
        guard let key = ObjectKey(key) else { return }
        performReplicaEffects(of: .edit(edit(key), in: bucket.name), at: now)
        refreshRecord(key, in: bucket, at: now)
    }

    private mutating func refreshRecord(_ key: ObjectKey, in bucket: RecordBucket, at now: Instant)
    {
        let object = replica?.object(key, in: bucket.name)
        records?.apply(
            object.map { .put(bucket, key: key.text, $0) } ?? .delete(bucket, key: key.text))
        if bucket == .block { excludeBlockedUsersFromPairing(at: now) }
    }

    /// Prevents pairing with the users that the account blocks.
    private mutating func excludeBlockedUsersFromPairing(at now: Instant) {
        let users = Set((records?.blocks ?? [:]).keys)
        matchmaker.blockedUsers = users
        updateAndWriteEdits(at: now)
    }

    private mutating func forgetAccount(at now: Instant) {
        (signedInAccount, records) = (nil, nil)
        excludeBlockedUsersFromPairing(at: now)
        publishAccount(at: now)
        performReplicaEffects(of: .signOut(removingObjects: true, of: .account), at: now)
        storeGate.resetForAnotherCopy()
        storeGatheredEditsOnDisk(at: now)
    }
}

extension SignInID {
    /// The sign-in with the token that all programs in the lobby share.
    static let lobby = SignInID.main
    static let account = SignInID(rawValue: 1)
}

extension RecordBucket {
    package static var allNames: [BucketName] { allCases.map(\.name) }

    var name: BucketName { .trappingIfInvalid(rawValue) }
}
