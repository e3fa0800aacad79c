internal import Lobby
package import Records
internal import SimperiumClock
internal import SimperiumJSON
package import SimperiumSync
package import SimperiumWire

extension SignInID {
    /// Everybody in the lobby has the lobby's token.
    static let lobby = SignInID.main
    static let account = SignInID(rawValue: 1)
}

extension RecordBucket {
    package static var allNames: [BucketName] { allCases.map(\.name) }

    var name: BucketName { .known(rawValue) }
}

/// The buckets of a person's account, beside those of the lobby.
extension LobbyReplica {
    package var accountStatus: SyncStatus { replica.status(of: .account) }
    package var accountStatistics: ReplicaStatistics { replica.statistics(of: .account) }

    /// How many objects of a bucket have edits that the server does not know.
    package func unsentCount(in bucket: RecordBucket) -> Int {
        replica.unsynced(in: bucket.name).count
    }

    mutating func signIn(_ copy: AccountCopy, at now: Instant) -> [Effect] {
        gate.reset()
        let kind = copy.keeping == .file ? BucketKind.durable : .memory
        for bucket in RecordBucket.allCases {
            run(.open(bucket.name, kind, copy.stored(bucket), as: .account), at: now)
        }
        run(.signIn(copy.account.token, by: copy.clientID, as: .account), at: now)
        return takeEffects(at: now)
    }

    /// Forgets all of it. The copy on the disk is removed by whoever has it.
    mutating func signOut(at now: Instant) -> [Effect] {
        run(.signOut(removingObjects: true, of: .account), at: now)
        gate.reset()
        return takeEffects(at: now)
    }

    mutating func make(_ edit: RecordEdit, at now: Instant) -> [Effect] {
        switch edit {
        case .put(let bucket, let key, let object):
            guard let name = ObjectKey(key) else { break }
            run(.edit(.put(name, object), in: bucket.name), at: now)
            tell(name, in: bucket)
        case .delete(let bucket, let key):
            guard let name = ObjectKey(key) else { break }
            run(.edit(.delete(name), in: bucket.name), at: now)
            tell(name, in: bucket)
        }
        return takeEffects(at: now)
    }

    mutating func take(_ answer: CopyAnswer, at now: Instant) -> [Effect] {
        for effect in gate.take(answer, at: now) { effects.append(.link(effect)) }
        return takeEffects(at: now)
    }
}

extension LobbyReplica {
    func isStoreSilent(at now: Instant) -> Bool { gate.answerDue.map { $0 <= now } ?? false }

    /// Lets go what need not wait, which nearly everything is.
    mutating func pass(_ effect: LinkEffect) {
        guard gate.isClosed, case .send(let frame, _) = effect,
            replica.signIn(of: frame) == .account
        else { return effects.append(.link(effect)) }
        gate.hold(effect)
    }

    mutating func tell(_ event: BucketEvent, in bucket: RecordBucket, at now: Instant) {
        switch event {
        case .inserted(let key, _), .updated(let key, _, _), .acknowledged(let key, _),
            .deleted(let key, _), .deleteAcknowledged(let key):
            tell(key, in: bucket)
        case .error(.refused(let key, _, _)):
            // A round was played, whatever the server thinks of it.
            if bucket != .result { run(.edit(.revert(key), in: bucket.name), at: now) }
            tell(key, in: bucket)
            effects.append(.account(.refused(bucket, key: key.text)))
        case .willIndex, .didIndex, .willChange, .version, .error, .rules, .pending, .away, .back,
            .aged:
            break
        }
    }

    /// Tells of the object as it is by now.
    private mutating func tell(_ key: ObjectKey, in bucket: RecordBucket) {
        let object = replica.object(key, in: bucket.name)
        effects.append(
            .record(
                object.map { .updated(bucket, key: key.text, $0) }
                    ?? .deleted(bucket, key: key.text)))
    }
}
