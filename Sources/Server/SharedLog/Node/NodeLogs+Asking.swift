import RedisWire
import SimperiumClock
import SimperiumWire

/// What the hub asks.
extension NodeLogs {
    mutating func receive(_ query: StoreQuery, of asker: Asker, at now: Instant) {
        guard let log = query.log else {
            return effects.append(.answer(asker, query.answerOfNobody))
        }
        if logs[log] == nil { begin(log, forHub: query.subject != nil) }
        if query.subject != nil { comeBack(to: log) }
        if case .append(let batch) = query {
            logs[log]?.begin(FollowedLog.Writing(asker: asker, batch: batch))
            return write(log, at: now)
        }
        guard case .open? = logs[log]?.stage else {
            logs[log]?.unread.append(FollowedLog.Unread(asker: asker, query: query))
            return
        }
        read(query, for: asker, in: log)
    }

    /// Asks what has waited. What was wished of a lease may be wished no more, if who came back is
    /// gone again, and is perhaps at another node by now: the hub says so once more, or does not.
    mutating func ask(_ waiting: FollowedLog<Asker>.Unread, in log: SharedLogID) {
        guard waiting.isToBeWishedAgain else {
            return read(waiting.query, for: waiting.asker, in: log)
        }
        effects.append(.answer(waiting.asker, .overtaken))
    }

    /// The hub has forgotten how a log stands that it has left.
    private mutating func comeBack(to log: SharedLogID) {
        guard logs[log]?.isLeft == true else { return }
        logs[log]?.isLeft = false
        guard let followed = logs[log], case .open = followed.stage, let head = followed.told else {
            return
        }
        let epoch = max(followed.follower.epoch, head.epoch)
        effects.append(.followed(log, at: head, epoch: epoch))
    }

    mutating func read(_ query: StoreQuery, for asker: Asker, in log: SharedLogID) {
        let deed: EngineDeed
        switch query {
        case .lease(let wish, let id): deed = .lease(leaseDeed(wish, in: id.name), log)
        // To open it once more does no harm, and tells.
        case .leases:
            deed = .log(.open(incarnation, epoch: epoch, grace: grace), log)
        case .strike(let places, let id): deed = .log(.strike(places, of: id.name), log)
        default:
            guard let read = query.deed else { return effects.append(.unanswered(asker, query)) }
            deed = .read(read, log)
        }
        ask(deed, for: .read(log, asker, query))
    }

    private func leaseDeed(_ wish: LeaseRequest, in bucket: BucketName) -> LeaseDeed {
        // Which of the node's connections has a lease the hub knows.
        let holder = EngineHolder(incarnation, 0)
        return switch wish {
        case .begin(let owner): .begin(EngineLease(owner, in: bucket), holder)
        case .away(let lease, let grace): .away(lease, holder, grace: grace)
        case .resume(let digest, let clientID, let isSeat):
            .resume(
                secret: EngineLease.secret(digest, in: bucket, ofSeat: isSeat), clientID, holder)
        case .end(let lease): .end(lease, holder)
        }
    }

    private func answer(_ answer: EngineAnswer, to query: StoreQuery) -> StoreAnswer? {
        switch (answer, query) {
        case (.done, .lease(.begin(let owner), _)): .leased(owner.lease)
        case (.away, .lease(.away(let lease, _), _)): .leased(lease)
        case (.resumed(let lease, _, _, _), .lease(.resume, _)): .leased(lease)
        case (.done, .strike): .struck
        case (.done, .lease(.end, _)), (.notYours, .lease): .leased(nil)
        case (.opened(let log), .leases(let id)):
            .leases(log.leases.compactMap { stored($0, in: id.name) })
        default: nil
        }
    }

    private func stored(_ lease: EngineLog.Lease, in bucket: BucketName) -> StoredLease? {
        guard lease.lease.bucket == bucket else { return nil }
        let holder: StoredLease.Holder =
            switch lease.holder {
            case nil: .nobody(until: lease.until)
            case let holder? where holder.incarnation == incarnation: .here
            case .some: .elsewhere
            }
        return StoredLease(lease.lease.owner, holder: holder)
    }

    mutating func settle(
        _ query: StoreQuery, of asker: Asker, in log: SharedLogID, _ outcome: EngineOutcome,
        at now: Instant
    ) {
        switch outcome {
        case .answered(.dead), .answered(.fenced): effects.append(.dead)
        case .answered(.gone): answer(query, of: asker, with: query.answerOfClosedLog)
        // The log was given up while this was on its way, so there is nothing that an answer could
        // stand behind.
        case _ where logs[log] == nil: receive(query, of: asker, at: now)
        case .answered(.fact(.stored(let answer), let head)):
            hold(answer, to: query, of: asker, in: log, at: head)
            follow(log, .seen(head), at: now)
        case .answered(let told):
            guard let answer = answer(told, to: query) else {
                return effects.append(.unanswered(asker, query))
            }
            guard let place = told.place else { return effects.append(.answer(asker, answer)) }
            hold(answer, to: query, of: asker, in: log, at: place)
            follow(log, .seen(place), at: now)
        case .refused(let error) where error.isFull:
            effects.append(.answer(asker, .full))
            noteFull(at: now)
        case .refused(let error) where error.isPassing:
            logs[log]?.unread.append(FollowedLog.Unread(asker: asker, query: query))
            putOff(log, at: now)
        case .lost, .unsent:
            logs[log]?.unread.append(
                FollowedLog.Unread(asker: asker, query: query, mayBeDone: outcome == .lost))
            if case .open? = logs[log]?.stage { putOff(log, at: now) }
        case .refused, .unreadable: effects.append(.unanswered(asker, query))
        }
    }

    /// Nil for that there is no answer.
    mutating func answer(_ query: StoreQuery, of asker: Asker, with answer: StoreAnswer?) {
        effects.append(answer.map { .answer(asker, $0) } ?? .unanswered(asker, query))
    }

    private mutating func hold(
        _ answer: StoreAnswer, to query: StoreQuery, of asker: Asker, in log: SharedLogID,
        at head: Ordinal
    ) {
        logs[log]?.held.append(
            FollowedLog.Held(asker: asker, query: query, answer: answer, head: head))
    }

    /// Hands out the answers of which all has been told that they know, and has written what can
    /// be.
    mutating func deliver(_ log: SharedLogID, at now: Instant) {
        if let head = logs[log]?.follower.head { handOut(log, upTo: head) }
        write(log, at: now)
    }

    /// Each answer comes right behind the last entry that it knows of.
    mutating func handOut(_ log: SharedLogID, upTo place: Ordinal) {
        guard let held = logs[log]?.held, !held.isEmpty else { return }
        logs[log]?.held.removeAll { $0.head <= place }
        for answer in held where answer.head <= place {
            effects.append(.answer(answer.asker, answer.answer))
        }
    }

    /// Writes what the hub has worked out on what it knows, if that is all there is.
    private mutating func write(_ log: SharedLogID, at now: Instant) {
        guard let writing = logs[log]?.writing, !writing.isAsked,
            let follower = logs[log]?.follower, follower.isReady
        else { return }
        let batch = writing.batch
        guard follower.head == batch.head, follower.nextPlace == batch.place,
            let event = batch.event
        else {
            logs[log]?.endWriting()
            return effects.append(.answer(writing.asker, .overtaken))
        }
        logs[log]?.writing?.isAsked = true
        follow(log, event, at: now)
    }
}

extension StoreQuery {
    /// Nil of what is about all of them.
    fileprivate var log: SharedLogID? {
        switch self {
        case .buckets(let user, let app), .mirrors(let user, let app):
            SharedLogID(app: app, user: user)
        default: subject.map { SharedLogID(of: $0) }
        }
    }

    fileprivate var deed: LogQuery? {
        switch self {
        case .bucket(let id): .bucket(id.name)
        case .entity(let key, let id): .entity(key, in: id.name)
        case .version(let version, let key, let id): .version(version, of: key, in: id.name)
        case .changes(let place, let id, let portion):
            .changes(after: place, in: id.name, atMost: portion)
        case .index(let slice, let id): .index(slice, of: id.name)
        case .owned(let key, let id, let portion):
            .owned(after: key, in: id.name, atMost: portion)
        case .buckets: .buckets
        case .mirrors: .mirrors
        case .parcels(let id, let portion): .parcels(of: id.name, atMost: portion)
        case .parcelMark(let owner, let id): .parcelMark(of: owner, in: id.name)
        case .presence, .seatEnds, .everybodysChanges, .everybodysHead, .nameOwner, .debts,
            .append, .lease, .leases, .strike:
            nil
        }
    }

    /// What no index over many logs can tell: the dead are buried log by log, and feeds, names and
    /// debts are kept elsewhere.
    fileprivate var answerOfNobody: StoreAnswer {
        switch self {
        case .everybodysChanges: .everybodysChanges([], hasMore: false)
        case .everybodysHead: .everybodysHead(.zero)
        case .seatEnds: .seatEnds([])
        case .nameOwner: .nameOwner(nil)
        case .debts: .debts([], hasMore: false)
        default: .presence([], hasMore: false)
        }
    }
}

extension EngineAnswer {
    /// The last entry that it knows of.
    fileprivate var place: Ordinal? {
        switch self {
        case .opened(let state): state.head
        case .away(_, let place), .resumed(_, _, _, let place): place
        default: nil
        }
    }
}

extension FollowedLog.Unread {
    /// That a lease may have begun is told by nothing but the answer, so that is asked for.
    fileprivate var isToBeWishedAgain: Bool {
        switch query {
        case .lease(.begin, _): !mayBeDone
        case .lease: true
        default: false
        }
    }
}

extension LogBatch {
    /// What the follower of the log is to write; nil if that is nothing for it.
    fileprivate var event: LogFollower.Event? {
        if let sharing { return .share(sharing) }
        guard writes.count == 1, let act = writes[0].act else {
            let changes = writes.compactMap { EngineChange($0, of: self) }
            return changes.count == writes.count ? .append(changes) : nil
        }
        return .note(act)
    }

    private var sharing: EngineSharing? {
        guard writes.count == 1, case .mirror(let mirroring) = writes[0], let name else {
            return nil
        }
        var sharing = EngineSharing(
            of: mirroring.key, in: mirroring.bucket.name, mirroring.sharing, named: name,
            parcels.first)
        sharing.mark = mark
        return sharing
    }

    func begins(with act: EngineEntry.Act) -> Bool {
        guard let first = writes.first else { return false }
        if let note = first.act ?? sharing?.act { return note == act }
        guard let change = EngineChange(first, of: self), case .change(let record) = act else {
            return false
        }
        return record.tells(EngineRecord(change))
    }
}

extension StoreWrite {
    /// What stands in the log of what is no change to an object.
    fileprivate var act: EngineEntry.Act? {
        switch self {
        case .forgetHistory(let id, let change): .history(id.name, emptiedBy: change)
        case .forgetVersions(let key, let id): .versions(id.name, key)
        case .drop(let id): .drop(id.name)
        case .append, .hold, .countRestart, .endSeat, .mirror, .owe, .assign, .settle, .forgive:
            nil
        }
    }
}

extension EngineChange {
    fileprivate init?(_ write: StoreWrite, of batch: LogBatch) {
        guard case .append(let change, let entity, let outdated, let id, _) = write else {
            return nil
        }
        self.init(
            change.key, in: id.name, version: change.version, previous: change.previous,
            by: change.changeID, entry: change.entry, object: entity.object,
            lease: entity.owner?.lease, outdated: outdated, if: batch.condition)
        author = change.author
        if case .mirror(let owner)? = entity.sharing { mirrored = owner }
        parcel = batch.parcels.first { $0.place == change.ordinal }
        mark = batch.mark
    }
}

extension ForeignEntry {
    /// As it is to an incarnation.
    init(_ entry: EngineEntry, to incarnation: Incarnation) {
        let (act, bucket): (Effect, BucketName?) =
            switch entry.act {
            case .change(let record):
                (
                    .change(
                        StoredChange(
                            ordinal: entry.place, key: record.key, version: record.version,
                            previous: record.previous, changeID: record.changeID,
                            entry: record.entry ?? [], author: record.author),
                        isRemoved: record.isRemoved, of: record.lease, mirror: record.mirrored),
                    record.bucket
                )
            case .history(let bucket, let change): (.forgetHistory(emptiedBy: change), bucket)
            case .versions(let bucket, let key): (.forgetVersions(of: key), bucket)
            case .drop(let bucket): (.drop, bucket)
            case .sharing(let bucket, let key, _): (.shared(key), bucket)
            case .viewed(let bucket, _): (.other, bucket)
            case .away(let lease, let until): (.away(lease, until: until), nil)
            case .back(let lease, let holder):
                (.back(lease, isHere: holder.incarnation == incarnation), nil)
            case .end(let lease): (.end(lease), nil)
            case .unknown: (.other, nil)
            }
        self.init(act, in: bucket, at: entry.place, entry.stamp)
    }
}
