import SimperiumClock
import SimperiumWire

/// Delivery of changes on a shared store, where each user has a separate log. An outbox entry is
/// written in one step with the change. The hub that wrote it delivers it to the other logs. If
/// that hub dies, the entry is delivered by the hub that cleans up after it, or that opens the
/// bucket next.
extension Bucket {
    /// Returns the outbox entry of a change; nil if the object isn't shared.
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

    /// Builds the batch that changes the sharing of an object. With `user` and `draft` it contains
    /// an outbox entry for this user.
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

    /// Continues after a batch about shared objects has been written.
    mutating func concludeSharing(_ pending: PendingBatch, _ turn: inout HubTurn) {
        switch pending.purpose {
        case .following(let delivery):
            report(.there(pending.changes.last?.change.entry), of: delivery, &turn)
        // A comparison found this. There is no outbox entry, and the owner's bucket need not be
        // open.
        case .declining(let delivery) where delivery.parcel.entry.isEmpty:
            turn.errands.waiting.append(.post(.turnOut(delivery), to: delivery.home))
        case .declining(let delivery): report(.keyTaken, of: delivery, &turn)
        case .sharing(let note): conclude(note, at: pending.batch.place, &turn)
        case .change, .becoming, .removal, .correction, .levelling, .forgetVersions, .emptying:
            break
        }
    }

    /// Records the sharing of an object. The answer to its owner waits for the delivery, if there
    /// is one.
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

    /// Loads and delivers the outbox in a later work item.
    func lookForParcels(_ turn: inout HubTurn) {
        turn.errands.waiting.append(.post(.deliver(looking: true), to: id))
    }

    /// True if objects of the bucket may be shared, or deliveries are unfinished.
    var isSharing: Bool { options.sharing || !post.isIdle }

    /// Restarts the deliveries, because the restarted store may have lost an entry, or the fact
    /// that it arrived.
    mutating func startPostOver() {
        post.startOver()
        mailbox.startOver()
        mailbox.append(.compare(after: .zero))
    }

    /// Deletes the delivered entries from the outbox, and delivers the rest.
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

    /// Handles the result of a delivery.
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

    /// Ends the wait for a delivery. A caller isn't sent its failure, because the sharing is valid
    /// and the entry will be delivered later.
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

    /// Ends the sharing of an object with a user that has another object under its key, or has been
    /// deleted. Does nothing if that sharing has ended or begun again meanwhile.
    mutating func turnOut(_ delivery: Delivery, _ turn: inout HubTurn) throws(MissingFact) {
        // The restarted store may not know that the key is taken. Then the next delivery finds it
        // again.
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

/// A change of an object's sharing that a batch writes.
struct SharingNote {
    let key: ObjectKey
    let sharing: Sharing?
    /// The user that an outbox entry is for, and the wait for its delivery.
    let user: UserID?
    let waiting: Post.Waiting?
}
