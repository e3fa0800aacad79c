import SimperiumClock
import SimperiumWire

/// How what is changed here reaches others where each user's log is one of its own, and many hubs
/// write to them: it is left beside the owner's log in one step with the change, and carried from
/// there by whoever wrote it; should that hub die, by whoever buries it or opens the bucket next.
extension Bucket {
    /// What of a change is to reach others.
    func parcel(of placed: PlacedChange) -> Parcel? {
        let (draft, change) = (placed.draft, placed.change)
        guard draft.existed, let sharers = draft.before?.sharers, !sharers.isEmpty else {
            return nil
        }
        return Parcel(
            draft.bytes == nil ? .removal : .change, of: change.key, at: change.ordinal,
            becoming: change.version, by: draft.author ?? id.user, change.entry,
            to: sharers.map(\.user))
    }

    /// Has it written with whom an object is shared from now on, and what somebody hears of it.
    func propose(
        _ sharing: Sharing?, of key: ObjectKey, named name: ChangeID,
        telling user: UserID? = nil, by draft: ChangeDraft? = nil, waiting: Post.Waiting?,
        _ turn: inout HubTurn
    ) -> MissingFact {
        let place = turn.nextPlace(in: id.log)
        let mirroring = Mirroring(of: key, in: id, at: head, sharing, [])
        var batch = LogBatch(
            [.mirror(mirroring)], to: id, on: turn.head(of: id.log), at: place)
        batch.name = name
        if let user, let draft {
            let change = draft.change(at: place)
            batch.parcels = [
                Parcel(
                    draft.bytes == nil ? .removal : .beginning, of: key, at: place,
                    becoming: change.version, by: draft.author ?? id.user, change.entry,
                    to: [user])
            ]
        }
        let note = SharingNote(key: key, sharing: sharing, user: user, waiting: waiting)
        return .unwritten(PendingBatch(batch: batch, changes: [], purpose: .sharing(note)))
    }

    /// Goes on with what concerns others, now that it is written.
    mutating func concludeSharing(_ pending: PendingBatch, _ turn: inout HubTurn) {
        switch pending.purpose {
        case .following(let delivery):
            report(.there(pending.changes.last?.change.entry), of: delivery, &turn)
        // Found out by comparing: the owner's bucket knows of no parcel, and need not be open.
        case .declining(let delivery) where delivery.parcel.entry.isEmpty:
            turn.errands.waiting.append(.post(.turnOut(delivery), to: delivery.home))
        case .declining(let delivery): report(.keyTaken, of: delivery, &turn)
        case .sharing(let note): conclude(note, at: pending.batch.place, &turn)
        case .change, .becoming, .removal, .correction, .levelling, .forgetVersions, .emptying:
            break
        }
    }

    /// Takes note of with whom an object is shared.
    private mutating func conclude(_ note: SharingNote, at place: Ordinal, _ turn: inout HubTurn) {
        self.note(note.sharing, of: note.key)
        turn.narrow(SharedObject(key: note.key, home: id), to: note.sharing)
        if note.sharing == nil { turn.effects.append(.note(.unshared(note.key, of: id))) }
        guard let waiting = note.waiting else { return }
        if let user = note.user {
            post.wait(waiting, for: place, at: user)
        } else {
            end(waiting, by: .there(nil), &turn)
        }
    }

    /// Looks for what is to be carried, as soon as nothing else is done here.
    func lookForParcels(_ turn: inout HubTurn) {
        turn.errands.waiting.append(.post(.deliver(looking: true), to: id))
    }

    /// Whether its objects are shared, or were until just now.
    var isSharing: Bool { options.sharing || !post.isIdle }

    /// Looks once more for what is to be carried: an engine in another life may have forgotten that
    /// it has arrived, or that it was there at all.
    mutating func startPostOver() {
        post.startOver()
        mailbox.startOver()
        mailbox.append(.compare(after: .zero))
    }

    /// Strikes off what has arrived, and carries what there is.
    mutating func deliver(looking: Bool, _ turn: inout HubTurn) throws(MissingFact) {
        guard turn.isShared else { return }
        guard !post.isUnderWay else {
            if looking { post.want() }
            return
        }
        if !post.done.isEmpty {
            guard case .struck = try fact(.strike(post.done, of: id)) else { throw .damaged }
        }
        guard looking || post.isWanted else { return post.strikeOff() }
        let found = try fact(.parcels(of: id, atMost: Post.portion))
        guard case .parcels(let parcels, let hasMore) = found else { throw .damaged }
        post.strikeOff()
        let (next, over) = post.load(parcels)
        if hasMore { post.want() }
        for (parcel, user) in next { send(parcel, to: user, &turn) }
        for waiting in over { end(waiting, by: .there(nil), &turn) }
    }

    private func send(_ parcel: Parcel, to user: UserID, _ turn: inout HubTurn) {
        let delivery = Delivery(
            parcel: parcel, home: id, bucket: ownersBucket(user), life: turn.life)
        turn.errands.waiting.append(.post(.follow(delivery), to: delivery.bucket))
    }

    /// Takes note of what became of a parcel.
    mutating func note(
        _ arrival: Post.Arrival, of delivery: Delivery, _ turn: inout HubTurn
    ) {
        guard delivery.life == turn.life else { return }
        let (user, place) = (delivery.bucket.user, delivery.parcel.place)
        var isThere = true
        switch arrival {
        case .there: break
        case .failed: isThere = false
        case .keyTaken, .userGone:
            if let waiting = post.takeWaiting(for: place, at: user) {
                end(waiting, by: arrival, &turn)
            }
            return turn.errands.waiting.append(.post(.turnOut(delivery), to: id))
        }
        guard let (next, waiting) = post.note(isThere, place, at: user) else { return }
        if let waiting { end(waiting, by: arrival, &turn) }
        if let next { return send(next, to: user, &turn) }
        guard !post.isUnderWay else { return }
        if let time = post.rest(at: turn.now) {
            turn.alarms.set(.post(handle), at: time)
        } else {
            turn.errands.waiting.append(.post(.deliver(looking: post.isWanted), to: id))
        }
    }

    /// What is shared with others is so whenever they come to see it; so a caller need not hear
    /// that it takes longer than usual.
    private func end(
        _ waiting: Post.Waiting, by arrival: Post.Arrival, _ turn: inout HubTurn
    ) {
        switch (waiting, arrival) {
        case (.answer(let request, .shared), .keyTaken):
            turn.effects.append(.answer(request, .notShared(.keyTaken)))
        case (.answer(let request, .shared), .userGone):
            turn.effects.append(.answer(request, .notShared(.noSuchUser)))
        case (.answer(let request, .accepted(let version, let object, _)), .there(let entry?)):
            let outcome = Outcome.accepted(version, object: object, entry: entry)
            turn.effects.append(.answer(request, outcome))
        case (.answer(let request, let outcome), _):
            turn.effects.append(.answer(request, outcome))
        case (.turnedOut(let delivery), _): report(.there(nil), of: delivery, &turn)
        case (.goOn(let removal, let bucket), _):
            turn.errands.waiting.append(.post(.remove(removal), to: bucket))
        }
    }

    /// Ends that an object is shared with somebody who had another of its key by the time it came,
    /// or was no more, unless that has ended meanwhile, or begun anew.
    mutating func turnOut(_ delivery: Delivery, _ turn: inout HubTurn) throws(MissingFact) {
        // That the key is taken may be forgotten, and then it is found out once more.
        guard delivery.life == turn.life else { return }
        guard turn.mayWrite(handle, to: id.log) else { throw .busy }
        let (user, parcel) = (delivery.bucket.user, delivery.parcel)
        guard let stored = try stored(parcel.key, turn.limits), !stored.isRemoved,
            stored.sharers.contains(where: { $0.user == user && $0.followed == parcel.place }),
            let name = delivery.name
        else { return report(.there(nil), of: delivery, &turn) }
        let rest = Sharing(with: stored.sharers.filter { $0.user != user })
        throw propose(rest, of: parcel.key, named: name, waiting: .turnedOut(delivery), &turn)
    }
}

/// What the log is to say about with whom an object is shared.
struct SharingNote {
    let key: ObjectKey
    let sharing: Sharing?
    /// Who hears of it, and who waits for that.
    let user: UserID?
    let waiting: Post.Waiting?
}
