package import Lobby
package import Records
package import SimperiumClock
package import SimperiumJSON
package import SimperiumSync
package import SimperiumWire

/// The lobby's three buckets, kept in step with a hub, in the lobby's own words.
///
/// Hand in what happened, and carry out the effects in their order. What is told of the lobby waits
/// until its turn comes, and then is what `event(of:)` makes of it: with the object as it is by
/// then, for an earlier piece of news may have led to an edit.
///
///     for effect in lobby.handle(.link(event), at: now) {
///         switch effect {
///         case .link(let effect): perform(effect)
///         case .told(let news): queue.append(news)
///         …
///     while let news = queue.next() {
///         if let event = lobby.event(of: news) { … lobby.make(edit, at: now) … }
///
/// What the hub refuses is taken back before it is told. No Match is deleted before all that was
/// edited of our Player has been sent: who is free by that finds us as we are by then.
package struct LobbyReplica: Sendable {
    package enum Effect: Hashable, Sendable {
        case link(LinkEffect)
        case status(SyncStatus)
        /// The hub said something that can't be read. Only a log wants to know.
        case ignored(WireError)
        case told(LobbyNews)
        case seat(SeatNews)
        /// What the server tells of halls, or whatever else it says.
        case noticed(JSONObject)
        /// What became of an object of the account.
        case record(RecordEvent)
        case account(AccountNews)
        case store(StoreWork)
    }

    var replica: Replica
    private var player: ObjectKey
    /// The deletions of Matches, which wait for the edits of our Player.
    private var waiting: [LobbyEdit] = []
    /// A Match that was deleted here, and how the hub has it, until it has heard of that.
    private var departing: (key: ObjectKey, object: JSONObject?)?
    private var isCaughtUp = false
    /// The match that an earlier run was in, with moves that the hub may not know, until the lobby
    /// is told of it.
    private var kept: ObjectKey?
    var effects: [Effect] = []
    /// What of the account waits for the disk.
    var gate = StoreGate()
    /// What has changed since `share` was called; nil if it never will be.
    private var unshared: [(bucket: LobbyBucket, key: ObjectKey)]?

    package init(
        _ settings: ReplicaSettings, token: Token, keptSeat: KeptSeat? = nil,
        sharesObjects: Bool = false
    ) {
        replica = Replica(settings)
        player = .known(settings.clientID.text)
        unshared = sharesObjects ? [] : nil
        kept = keptSeat?.unsent.map { _ in .known(keptSeat?.match.rawValue ?? "") }
        for bucket in LobbyBucket.allCases {
            let stored = bucket == .match ? keptSeat?.stored : nil
            _ = replica.handle(
                .open(bucket.name, .presence, stored ?? StoredReplica()), at: .start)
        }
        _ = replica.handle(.signIn(token), at: .start)
    }

    package var status: SyncStatus { replica.status }
    package var statistics: ReplicaStatistics { replica.statistics }
    package var seat: Seat? { replica.seat }

    /// What of a match the hub may not know.
    package func unsent(of match: LobbyKey) -> StoredObject? {
        replica.unsent(match.objectKey, in: LobbyBucket.match.name)
    }

    /// When to call `handle(.wake, at:)`, if nothing else happens before.
    package var nextDeadline: Instant? { sooner(replica.nextDeadline, gate.answerDue) }

    package mutating func handle(_ event: Replica.Event, at now: Instant) -> [Effect] {
        run(event, at: now)
        lookAtDeparting()
        makeWaiting(at: now)
        return takeEffects(at: now)
    }

    mutating func takeEffects(at now: Instant) -> [Effect] {
        if let work = gate.takeWork(at: now) { effects.append(.store(work)) }
        defer { effects = [] }
        return effects
    }

    package mutating func make(_ edit: LobbyEdit, at now: Instant) -> [Effect] {
        if case .delete(.match, let key) = edit {
            let key = key.objectKey
            departing = (key, replica.confirmed(key, in: LobbyBucket.match.name))
            if isPlayerUnsent {
                waiting.append(edit)
                return []
            }
        }
        return handle(edit.event, at: now)
    }

    /// Goes on as another client, as if the lobby had never been seen.
    mutating func become(
        _ clientID: ClientID, takesSeat: Bool, hall: HallRequest? = nil, at now: Instant
    ) -> [Effect] {
        player = .known(clientID.text)
        (waiting, kept, isCaughtUp) = ([], nil, false)
        if unshared != nil { unshared = [] }
        return handle(.become(clientID, takesSeat: takesSeat, hall: hall), at: now)
    }

    /// Whether another program has the place that this one had.
    var isTakenOver: Bool { replica.status == .offline(retryAt: nil, because: .takenOver) }

    /// What a piece of news says, with the object as it is by now; nil for an object that is gone
    /// by now: then its deletion follows.
    ///
    /// Mutating, though it changes nothing, so that no copy of all that is here is made for it.
    package mutating func event(of news: LobbyNews) -> LobbyEvent? {
        switch news {
        case .bucket(let event, let bucket): self.event(event, in: bucket)
        case .overtaken(let key):
            replica.confirmed(key, in: LobbyBucket.match.name).map {
                .overtaken(key.inLobby, $0)
            }
        case .caughtUp: .caughtUp
        case .offline: .offline
        }
    }
}

extension LobbyReplica {
    private var isPlayerUnsent: Bool {
        replica.hasUnsentEdits(of: player, in: LobbyBucket.player.name)
    }

    /// Tells what became of a Match that is being deleted: to its program it is gone already.
    private mutating func lookAtDeparting() {
        guard let (key, before) = departing else { return }
        let object = replica.confirmed(key, in: LobbyBucket.match.name)
        guard object != before else { return }
        departing = object.map { (key, $0) }
        if object != nil { effects.append(.told(.overtaken(key))) }
    }

    private mutating func makeWaiting(at now: Instant) {
        guard !waiting.isEmpty, !isPlayerUnsent else { return }
        for edit in waiting { run(edit.event, at: now) }
        waiting = []
    }

    mutating func run(_ event: Replica.Event, at now: Instant) {
        if case .link(.closed(let id, _)) = event { gate.close(id) }
        for effect in replica.handle(event, at: now) {
            switch effect {
            case .link(let effect): pass(effect)
            // There are no unsaved edits of objects to hand in, and no histories.
            case .tell(.willChange, _), .tell(.pending, _), .tell(.version, _): break
            case .tell(let event, let name): tell(event, in: name, at: now)
            case .status(let status, .lobby): follow(status)
            case .status(let status, _): effects.append(.account(.status(status)))
            case .ignored(let error): effects.append(.ignored(error))
            // Presence is not kept on disk, but what the account keeps is.
            case .store(let edits, let name): gate.add(edits, of: name)
            // Whoever has it done knows of it.
            case .signedOut: break
            case .seat(let news): effects.append(.seat(news))
            case .noticed(let members): effects.append(.noticed(members))
            }
        }
    }

    private mutating func tell(_ event: BucketEvent, in name: BucketName, at now: Instant) {
        if let bucket = LobbyBucket(name) {
            tell(event, in: bucket, at: now)
        } else if let bucket = RecordBucket(rawValue: name.text) {
            tell(event, in: bucket, at: now)
        }
    }

    /// Keeps what this replica and others have alike only once.
    package mutating func share(with others: inout SharedObjects) {
        for (bucket, key) in unshared ?? [] { replica.share(key, in: bucket.name, with: &others) }
        if unshared?.isEmpty == false { unshared = [] }
    }

    private mutating func tell(_ event: BucketEvent, in bucket: LobbyBucket, at now: Instant) {
        effects.append(.told(.bucket(event, in: bucket)))
        tellKept(after: event, in: bucket)
        if let key = event.changedKey { unshared?.append((bucket, key)) }
        if case .error(.refused(let key, _, _)) = event {
            run(.edit(.revert(key), in: bucket.name), at: now)
        }
    }

    /// What was here before the hub was asked is told along with what the hub has, which may be
    /// the same.
    private mutating func tellKept(after event: BucketEvent, in bucket: LobbyBucket) {
        guard kept != nil, bucket == .match, event == .willIndex else { return }
        guard let key = kept.take() else { return }
        effects.append(.told(.bucket(.inserted(key, .index), in: .match)))
    }

    private mutating func follow(_ status: SyncStatus) {
        effects.append(.status(status))
        switch status {
        case .synced where !isCaughtUp:
            isCaughtUp = true
            effects.append(.told(.caughtUp))
        case .connecting, .offline, .unauthorized:
            if isCaughtUp { effects.append(.told(.offline)) }
            isCaughtUp = false
        // Single objects are read again now and then: what is missing is known to be missing.
        case .authorizing, .indexing, .synced: break
        }
    }

    /// Nil for what means nothing to the lobby, and for an object that is gone by now: then its
    /// deletion follows.
    private mutating func event(_ event: BucketEvent, in bucket: LobbyBucket) -> LobbyEvent? {
        switch event {
        case .inserted(let key, let source):
            object(key, in: bucket).map { .inserted(bucket, key.inLobby, $0, source.inLobby) }
        case .updated(let key, let members, let source):
            object(key, in: bucket).map {
                .updated(bucket, key.inLobby, $0, members: members, source.inLobby)
            }
        // Where everybody looks there is nothing that others can't see.
        case .acknowledged(let key, _) where bucket == .player:
            replica.confirmed(key, in: bucket.name).map {
                .acknowledged(bucket, key.inLobby, $0)
            }
        case .acknowledged(let key, _):
            object(key, in: bucket).map { .acknowledged(bucket, key.inLobby, $0) }
        case .deleted(let key, _), .deleteAcknowledged(let key): .deleted(bucket, key.inLobby)
        case .error(.refused(let key, let error, _)): refusal(of: key, in: bucket, error)
        case .willIndex: .willIndex(bucket)
        case .didIndex: .didIndex(bucket)
        case .away(let keys, let absence): .away(bucket, keys.map(\.inLobby), absence)
        case .back(let keys): .back(bucket, keys.map(\.inLobby))
        case .rules(let version): .rules(version)
        case .aged(let key, let since): .aged(bucket, key.inLobby, since: since)
        case .willChange, .version, .pending, .error: nil
        }
    }

    private func refusal(
        of key: ObjectKey, in bucket: LobbyBucket, _ error: ChangeError
    ) -> LobbyEvent? {
        let object = object(key, in: bucket)
        // It was deleted here since, and the hub will say so.
        if object == nil, replica.unsynced(in: bucket.name).contains(key) { return nil }
        return .refused(bucket, key.inLobby, LobbyRefusal(error), object)
    }

    private func object(_ key: ObjectKey, in bucket: LobbyBucket) -> JSONObject? {
        replica.object(key, in: bucket.name)
    }
}

extension BucketEvent {
    /// The object that is another than before.
    fileprivate var changedKey: ObjectKey? {
        switch self {
        case .inserted(let key, _), .updated(let key, _, _), .deleted(let key, _),
            .acknowledged(let key, _), .deleteAcknowledged(let key):
            key
        case .willIndex, .didIndex, .willChange, .version, .error, .pending, .away, .back,
            .rules, .aged:
            nil
        }
    }
}
