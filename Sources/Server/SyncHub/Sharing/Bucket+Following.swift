import SimperiumJSON
import SimperiumWire

/// Copies on a shared store: the bucket of a copy applies the owner's outbox entries.
extension Bucket {
    /// Applies an outbox entry from the owner's log. Any hub may deliver it, and more than one may:
    /// the checkpoint in this log shows which entries have been applied.
    mutating func follow(_ delivery: Delivery, _ turn: inout HubTurn) throws(MissingFact) {
        // The shared store has been restarted since, and the owner's log may have lost the entry.
        guard delivery.life == turn.life else { return report(.failed, of: delivery, &turn) }
        guard turn.mayWrite(handle, to: id.log) else { throw .busy }
        let (parcel, owner) = (delivery.parcel, delivery.home.user)
        let mark = try fact(.parcelMark(of: owner, in: id))
        guard case .parcelMark(let mark) = mark else { throw .damaged }
        let known = try entity(parcel.key, turn.limits)
        let present = known.flatMap { $0.stored.isRemoved ? nil : $0 }
        guard mark < parcel.place else {
            let isThere = parcel.kind != .beginning || present?.isMirror(of: owner) == true
            return report(isThere ? .there(nil) : .keyTaken, of: delivery, &turn)
        }
        guard let accepted = AcceptedChange.of(parcel.entry) else { throw .damaged }
        if let present, !present.isMirror(of: owner) {
            guard parcel.kind == .beginning else {
                return report(.there(nil), of: delivery, &turn)
            }
            throw declining(delivery, for: present.stored, &turn)
        }
        let drafts = try drafts(of: accepted, from: known, behind: mark, in: delivery, turn)
        guard !drafts.isEmpty else { return report(.there(nil), of: delivery, &turn) }
        throw propose(drafts, ownedBy: nil, for: .following(delivery), &turn)
    }

    /// Builds the batch that records that the key is taken, so that no hub delivers the same entry
    /// later.
    func declining(
        _ delivery: Delivery, for stored: StoredEntity, _ turn: inout HubTurn
    ) -> MissingFact {
        let mirroring = Mirroring(of: stored.key, in: id, at: head, stored.sharing, [])
        var batch = LogBatch(
            [.mirror(mirroring)], to: id, on: turn.head(of: id.log),
            at: turn.nextPlace(in: id.log))
        batch.name = delivery.name
        batch.mark = delivery.mark
        return .unwritten(
            PendingBatch(batch: batch, changes: [], purpose: .declining(delivery)))
    }

    func report(_ arrival: Post.Arrival, of delivery: Delivery, _ turn: inout HubTurn) {
        turn.errands.waiting.append(.report(arrival, of: delivery))
    }

    /// Returns the changes of a copy; none if it is up to date, or if the end of the sharing will
    /// follow.
    private mutating func drafts(
        of accepted: AcceptedChange, from known: Entity?, behind mark: Ordinal,
        in delivery: Delivery, _ turn: HubTurn
    ) throws(MissingFact) -> [ChangeDraft] {
        let parcel = delivery.parcel
        let present = known.flatMap { $0.stored.isRemoved ? nil : $0 }
        let author = parcel.author == id.user ? nil : parcel.author
        let result: ChangeDraft.Result
        switch accepted.effect {
        case .removed where present == nil: return []
        case .removed: result = .removal
        case .modified(let diff, let from, _)
        where from == present?.stored.version && (present != nil || parcel.kind == .beginning):
            guard let object = try? diff.applied(to: present?.object ?? [:]) else {
                return try drafts(of: accepted, to: present, in: delivery, author)
            }
            if present == nil { try forgetVersions(of: known, turn) }
            result = .object(object, bytes: object.utf8, by: diff)
        case .modified:
            guard present == nil else {
                return try drafts(of: accepted, to: present, in: delivery, author)
            }
            // There is no copy: either the user could not have it, or this log has lost its
            // beginning. In the second case it is created again.
            guard let followed = try original(of: parcel.key, in: delivery.home)?.followed(by: id),
                mark < followed, followed < parcel.place
            else { return [] }
            try forgetVersions(of: known, turn)
            return try drafts(of: accepted, to: nil, in: delivery, author)
        case .emptied, .unreadable, .other: throw .damaged
        }
        return [
            ChangeDraft(
                following: accepted, from: present, becoming: parcel.version, result,
                author: author)
        ]
    }

    /// Makes the copy equal, because the shared store has lost the end of one of the two logs.
    private func drafts(
        of accepted: AcceptedChange, to mirror: Entity?, in delivery: Delivery, _ author: UserID?
    ) throws(MissingFact) -> [ChangeDraft] {
        guard let original = try original(of: delivery.parcel.key, in: delivery.home) else {
            return []
        }
        return try drafts(
            levelling: mirror, with: original, of: delivery.home, following: accepted,
            author: author)
    }
}

extension AcceptedChange {
    /// Parses a log entry. Returns nil if it isn't one accepted change.
    static func of(_ entry: [UInt8]) -> AcceptedChange? {
        let list = Array("[".utf8) + entry + Array("]".utf8)
        guard let entries = try? ChangeEntry.list(list.span), entries.count == 1,
            case .accepted(let change) = entries[0]
        else { return nil }
        return change
    }
}
