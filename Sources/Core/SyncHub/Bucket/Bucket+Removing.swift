import SimperiumWire

extension Bucket {
    /// Removes a slice, and comes back for the next one.
    mutating func remove(_ removal: Removal, _ turn: inout Turn) {
        var rest = removal
        var changes: [StoredChange] = []
        defer { turn.spend(changes.count) }
        do throws(Gap) {
            let isComplete = try remove(&rest, &changes, &turn)
            if !changes.isEmpty { announce(changes[...], &turn) }
            guard isComplete else { return self.rest(before: .remove(rest), &turn) }
            if case .all(let change, let author, let clientID) = removal.extent {
                finish(change, by: author, clientID, &turn)
            }
        } catch {
            if !changes.isEmpty { announce(changes[...], &turn) }
            wait(for: error, .remove(rest), &turn)
        }
    }

    private mutating func remove(
        _ removal: inout Removal, _ changes: inout [StoredChange], _ turn: inout Turn
    ) throws(Gap) -> Bool {
        switch removal.extent {
        case .owned(var keys):
            while let key = keys.last, changes.count < Removal.slice {
                let entity = try entity(key, turn.limits)?.stored
                keys.removeLast()
                removal.extent = .owned(keys)
                guard let entity, let owner = entity.owner else { continue }
                changes.append(record(Draft(removing: entity, by: owner.clientID), nil, &turn))
            }
            return keys.isEmpty
        case .excess:
            let excess = state.count - (options.capacity ?? .max)
            let entities = try oldest(min(excess, Removal.slice))
            for entity in entities {
                changes.append(record(Draft(removing: entity, by: .hub), nil, &turn))
            }
            return excess <= entities.count || entities.isEmpty
        case .all(let change, _, let clientID):
            let entities = try oldest(Removal.slice)
            for entity in entities {
                let draft = Draft(removing: entity, by: clientID, change.id)
                changes.append(record(draft, nil, &turn))
            }
            return entities.isEmpty
        }
    }

    private func oldest(_ count: Int) throws(Gap) -> [StoredEntity] {
        guard count > 0 else { return [] }
        let portion = Portion(entries: count)
        return try index(IndexSlice(.oldestFirst, hasObjects: false, atMost: portion)).entities
    }

    /// The end of an `EMPTY` or a `DROP`: the author alone hears of it by this name. Other clients
    /// would not know what to make of it, and have seen each object go.
    private mutating func finish(
        _ change: Change, by author: Author, _ clientID: ClientID, _ turn: inout Turn
    ) {
        let isDropped = change.operation == .drop
        let accepted = AcceptedChange(
            isDropped ? .other("DROP") : .emptied, key: change.key,
            changeVersion: head.changeVersion, changeIDs: [change.id], clientID: clientID)
        if isDropped { state = StoredBucket() } else { state.forgetHistory(emptiedBy: change.id) }
        clearCaches()
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
