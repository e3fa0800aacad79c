import SimperiumWire

extension Bucket {
    /// Removes a slice, and comes back for the next one.
    mutating func remove(_ removal: Removal, _ turn: inout HubTurn) {
        var rest = removal
        var changes: [StoredChange] = []
        defer { turn.spend(changes.count) }
        do throws(MissingFact) {
            let isComplete = try remove(&rest, into: &changes, &turn)
            if !changes.isEmpty { announce(changes[...], &turn) }
            guard isComplete else { return self.rest(before: .remove(rest), &turn) }
            if case .all(let change, let author, let clientID) = removal.extent {
                finish(change, by: author, as: clientID, &turn)
            }
        } catch {
            if !changes.isEmpty { announce(changes[...], &turn) }
            putOff(.remove(rest), for: error, &turn)
        }
    }

    private mutating func remove(
        _ removal: inout Removal, into changes: inout [StoredChange], _ turn: inout HubTurn
    ) throws(MissingFact) -> Bool {
        switch removal.extent {
        case .owned(var keys):
            while let key = keys.last, changes.count < Removal.slice {
                let entity = try stored(key, turn.limits)
                keys.removeLast()
                removal.extent = .owned(keys)
                guard let entity, let owner = entity.owner else { continue }
                changes.append(
                    record(ChangeDraft(removing: entity, by: owner.clientID), ownedBy: nil, &turn))
            }
            return keys.isEmpty
        case .excess:
            let excess = contents.state.count - (options.capacity ?? .max)
            let entities = try oldest(min(excess, Removal.slice))
            for entity in entities {
                changes.append(record(ChangeDraft(removing: entity, by: .hub), ownedBy: nil, &turn))
            }
            return excess <= entities.count || entities.isEmpty
        case .all(let change, _, let clientID):
            let entities = try oldest(Removal.slice)
            for entity in entities {
                let draft = ChangeDraft(removing: entity, by: clientID, change.id)
                changes.append(record(draft, ownedBy: nil, &turn))
            }
            return entities.isEmpty
        }
    }

    private func oldest(_ count: Int) throws(MissingFact) -> [StoredEntity] {
        guard count > 0 else { return [] }
        let portion = Portion(entries: count)
        return try index(IndexSlice(.oldestFirst, hasObjects: false, atMost: portion)).entities
    }

    /// The end of an `EMPTY` or a `DROP`: the author alone hears of it by this name. Other clients
    /// would not know what to make of it, and have seen each object go.
    private mutating func finish(
        _ change: Change, by author: Author, as clientID: ClientID, _ turn: inout HubTurn
    ) {
        let isDropped = change.operation == .drop
        let accepted = AcceptedChange(
            isDropped ? .other("DROP") : .emptied, key: change.key,
            changeVersion: head.changeVersion, changeIDs: [change.id], clientID: clientID)
        if isDropped {
            contents.state = StoredBucket()
        } else {
            contents.state.forgetHistory(emptiedBy: change.id)
        }
        contents.clearCaches()
        turn.effects.append(
            .write(isDropped ? .drop(id) : .forgetHistory(of: id, emptiedBy: change.id)))
        switch author {
        case .member(let id):
            guard let member = members[id], member.hearing != .gone else { return }
            turn.send(.changes([.accepted(accepted)]), on: member.channel, to: member.connection)
        case .caller(let request, _):
            var entry: [UInt8] = []
            accepted.write(into: &entry)
            turn.effects.append(.answer(request, .accepted(nil, object: nil, entry: entry)))
        }
    }
}

extension ClientID {
    /// In whose name the hub removes what is too much.
    fileprivate static let hub: ClientID = {
        guard let id = ClientID("hub") else { preconditionFailure("no name") }
        return id
    }()
}
