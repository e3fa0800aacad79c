import SimperiumJSON
import SimperiumWire

/// How a mirror follows its owner's object, where both are in logs of their own.
extension Bucket {
    /// Takes in a change that was made at the owner's. Any hub may bring it, and more than one: the
    /// log says how far it has followed, and what is there already is not told again.
    mutating func follow(_ delivery: Delivery, _ turn: inout HubTurn) throws(MissingFact) {
        // Its owner's log may have forgotten it since.
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
            guard parcel.kind == .beginning, let name = accepted.changeIDs.first else {
                return report(.there(nil), of: delivery, &turn)
            }
            throw declining(delivery, named: name, for: present.stored, &turn)
        }
        let draft: ChangeDraft
        switch (parcel.kind, present) {
        case (.beginning, nil):
            if known != nil, !mailbox.facts.hasForgottenVersions {
                throw propose(.forgetVersions(of: parcel.key, in: id), for: .forgetVersions, turn)
            }
            draft = try self.draft(of: accepted, from: nil, in: delivery)
        case (.removal, let present?):
            draft = try self.draft(of: accepted, from: present, in: delivery)
        case (.beginning, let present?), (.change, let present?):
            guard present.stored.version < parcel.version else {
                return report(.there(nil), of: delivery, &turn)
            }
            draft = try self.draft(of: accepted, from: present, in: delivery)
        case (.removal, nil), (.change, nil):
            return report(.there(nil), of: delivery, &turn)
        }
        throw propose([draft], ownedBy: nil, for: .following(delivery), &turn)
    }

    /// Has it written that a key is taken, so that nobody brings the same parcel later.
    private func declining(
        _ delivery: Delivery, named name: ChangeID, for stored: StoredEntity,
        _ turn: inout HubTurn
    ) -> MissingFact {
        let mirroring = Mirroring(of: stored.key, in: id, at: head, stored.sharing, [])
        var batch = LogBatch(
            [.mirror(mirroring)], to: id, on: turn.head(of: id.log),
            at: turn.nextPlace(in: id.log))
        batch.name = name
        batch.mark = delivery.mark
        return .unwritten(
            PendingBatch(batch: batch, changes: [], purpose: .declining(delivery)))
    }

    func report(_ arrival: Post.Arrival, of delivery: Delivery, _ turn: inout HubTurn) {
        turn.errands.waiting.append(.report(arrival, of: delivery))
    }

    private mutating func draft(
        of accepted: AcceptedChange, from present: Entity?, in delivery: Delivery
    ) throws(MissingFact) -> ChangeDraft {
        let parcel = delivery.parcel
        let author = parcel.author == id.user ? nil : parcel.author
        var version = parcel.version
        let result: ChangeDraft.Result
        switch accepted.effect {
        case .removed: result = .removal
        case .modified(let diff, let from, _) where from == present?.stored.version:
            let object: JSONObject
            do throws(DiffError) {
                object = try diff.applied(to: present?.object ?? [:])
            } catch {
                throw .damaged
            }
            result = .object(object, bytes: object.utf8, by: diff)
        case .modified:
            // An engine that forgot the end of one of the two logs: the mirror is made equal.
            let home = try fact(.entity(parcel.key, in: delivery.home))
            guard case .entity(let stored, _) = home, let bytes = stored.object else {
                throw .damaged
            }
            let object = try MissingFact.parsed(bytes)
            version = stored.version
            let diff = Diff(from: present?.object ?? [:], to: object)
            result = .object(object, bytes: bytes, by: diff)
        case .emptied, .unreadable, .other: throw .damaged
        }
        return ChangeDraft(
            following: accepted, from: present, becoming: version, result, author: author)
    }
}

extension Entity {
    fileprivate func isMirror(of owner: UserID) -> Bool { stored.sharing == .mirror(of: owner) }
}

extension AcceptedChange {
    /// One that a log has.
    static func of(_ entry: [UInt8]) -> AcceptedChange? {
        let list = Array("[".utf8) + entry + Array("]".utf8)
        guard let entries = try? ChangeEntry.list(list.span), entries.count == 1,
            case .accepted(let change) = entries[0]
        else { return nil }
        return change
    }
}
