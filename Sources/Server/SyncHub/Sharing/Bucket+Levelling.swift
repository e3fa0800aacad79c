import SimperiumClock
import SimperiumJSON
import SimperiumWire

/// The comparison of copies with their originals. It is needed if a shared store has lost the end
/// of one log and not of another. Then a copy may have changes that its owner never had, or lack
/// some that were delivered.
extension Bucket {
    /// The number of objects that are compared in one work item.
    private static let most = 20
    /// A log may have lost entries within this number of seconds before and after the start of the
    /// store's run.
    private static let doubt: Int64 = 60

    /// True if the log was last written, or is opened, near the start of the store's run.
    func mayBeTorn(_ turn: inout HubTurn) -> Bool {
        guard head != .zero else { return false }
        let epoch = turn.nextPlace(in: id.log).epoch
        let stamp = head.epoch < epoch ? contents.state.stamp : turn.clock.stamp()
        return abs(stamp.milliseconds / 1_000 - Int64(epoch)) <= Self.doubt
    }

    /// Compares the objects that are shared by or with this user, from an ordinal on. Then loads
    /// the outbox.
    mutating func compare(after place: Ordinal, _ turn: inout HubTurn) throws(MissingFact) {
        guard turn.isShared, options.sharing else {
            return mailbox.start(.deliver(looking: true))
        }
        let portion = Portion(entries: Self.most)
        let (found, hasMore) = try index(
            IndexSlice(.oldestFirst, above: place, hasObjects: false, atMost: portion))
        for stored in found {
            if let owner = stored.mirrored {
                mailbox.append(.level(stored.key, with: ownersBucket(owner)))
            }
            for sharer in stored.sharers {
                let bucket = ownersBucket(sharer.user)
                turn.errands.waiting.append(.post(.level(stored.key, with: id), to: bucket))
            }
        }
        guard hasMore, let last = found.last else {
            return mailbox.start(.deliver(looking: true))
        }
        mailbox.append(.compare(after: last.changed))
    }

    /// Makes a copy equal to its owner's object, unless an outbox entry will do so.
    mutating func level(
        _ key: ObjectKey, with home: BucketID, _ turn: inout HubTurn
    ) throws(MissingFact) {
        guard options.sharing else { return }
        guard turn.mayWrite(handle, to: id.log) else { throw .busy }
        let drafts = try drafts(levelling: key, with: home, &turn)
        turn.errands.waiting.append(.leave(home.log))
        guard !drafts.isEmpty else { return }
        throw propose(drafts, ownedBy: nil, for: .levelling(to: home.user), &turn)
    }

    /// Returns the changes that make the copy equal; none if it is equal, or will be.
    private mutating func drafts(
        levelling key: ObjectKey, with home: BucketID, _ turn: inout HubTurn
    ) throws(MissingFact) -> [ChangeDraft] {
        let owner = home.user
        let known = try entity(key, turn.limits)
        let present = known.flatMap { $0.stored.isRemoved ? nil : $0 }
        let mirror = present.flatMap { $0.isMirror(of: owner) ? $0 : nil }
        var drafts: [ChangeDraft] = []
        if let original = try original(of: key, in: home), let followed = original.followed(by: id)
        {
            if mirror == nil {
                guard try !isOnItsWay(key, from: home) else { return [] }
                guard case .parcelMark(let mark) = try fact(.parcelMark(of: owner, in: id)) else {
                    throw .damaged
                }
                let delivery = delivery(of: original, followed, in: home, turn)
                guard mark < followed else {
                    turn.errands.waiting.append(.post(.turnOut(delivery), to: home))
                    return []
                }
                if let present { throw declining(delivery, for: present.stored, &turn) }
                try forgetVersions(of: known, turn)
            }
            drafts = try self.drafts(
                levelling: mirror, with: original, of: home, following: nil, author: owner)
        } else if let mirror {
            drafts = [ChangeDraft(removing: mirror.stored, by: .hub, author: owner)]
        }
        guard !drafts.isEmpty, try !isOnItsWay(key, from: home) else { return [] }
        return drafts
    }

    /// Returns the owner's object; nil if it isn't shared with the bucket's user.
    func original(
        of key: ObjectKey, in home: BucketID
    ) throws(MissingFact) -> StoredEntity? {
        switch try fact(.entity(key, in: home)) {
        case .entity(let stored, _):
            return stored.isRemoved || stored.followed(by: id) == nil ? nil : stored
        case .noEntity: return nil
        default: throw .damaged
        }
    }

    /// Returns the changes that make a copy equal. The version decreases only if the copy is
    /// removed and created again.
    func drafts(
        levelling mirror: Entity?, with original: StoredEntity, of home: BucketID,
        following change: AcceptedChange?, author: UserID?
    ) throws(MissingFact) -> [ChangeDraft] {
        guard let bytes = original.object else { throw .damaged }
        let object = try MissingFact.parsed(bytes)
        let isBehind = mirror.map { $0.stored.version < original.version } ?? false
        if let mirror, mirror.stored.version == original.version, mirror.object == object {
            return []
        }
        let before = isBehind ? mirror : nil
        let diff = Diff(from: before?.object ?? [:], to: object)
        let draft = ChangeDraft(
            of: original.key, following: change, from: before, becoming: original.version,
            .object(object, bytes: bytes, by: diff), author: author)
        guard let mirror, !isBehind else { return [draft] }
        return [ChangeDraft(removing: mirror.stored, by: .hub, author: home.user), draft]
    }

    /// Throws until the store has removed the earlier versions of an object that is created again.
    func forgetVersions(of known: Entity?, _ turn: HubTurn) throws(MissingFact) {
        guard let known, !mailbox.facts.hasForgottenVersions else { return }
        throw propose(.forgetVersions(of: known.stored.key, in: id), for: .forgetVersions, turn)
    }

    private func isOnItsWay(
        _ key: ObjectKey, from home: BucketID
    ) throws(MissingFact) -> Bool {
        let found = try fact(.parcels(of: home, atMost: Post.portion))
        guard case .parcels(let parcels, let hasMore) = found else { throw .damaged }
        return hasMore || parcels.contains { $0.key == key && $0.recipients.contains(id.user) }
    }

    /// Returns a delivery of the sharing's beginning, for a report that the user can't have the
    /// copy.
    private func delivery(
        of original: StoredEntity, _ followed: Ordinal, in home: BucketID, _ turn: HubTurn
    ) -> Delivery {
        let parcel = Parcel(
            .beginning, of: original.key, at: followed, becoming: original.version,
            by: home.user, [], to: [id.user])
        return Delivery(parcel: parcel, home: home, bucket: id, life: turn.life)
    }
}

extension StoredEntity {
    /// Returns the ordinal at the beginning of the sharing with a bucket's user.
    func followed(by bucket: BucketID) -> Ordinal? {
        sharers.first { $0.user == bucket.user }?.followed
    }
}

extension Entity {
    func isMirror(of owner: UserID) -> Bool { stored.mirrored == owner }
}
