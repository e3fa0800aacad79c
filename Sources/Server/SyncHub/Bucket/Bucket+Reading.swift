import SimperiumWire

extension Bucket {
    /// Answers `cv`: with all that happened after the cursor, or that the client must start over.
    /// Without a cursor that is the present.
    mutating func catchUp(
        _ cursor: Cursor?, waits: Bool, for author: Author, _ turn: inout HubTurn
    ) throws(MissingFact) {
        let ordinal = if let cursor { cursor.ordinal } else { head }
        let changes: ArraySlice<StoredChange>? =
            if let ordinal { try history(after: ordinal, turn.limits) } else { nil }
        switch author {
        case .member(let id):
            guard let member = members[id] else { return }
            // Who must start over asks for the index next, and hears then what became of its own.
            let isReady = changes != nil || !member.hasWritten
            if isReady { meetCompanions(of: member, &turn) }
            answer(changes, to: member, &turn)
            if isReady { startListening(id) }
            if changes != nil { tellAges(to: member, &turn) }
        case .visitor: break
        case .caller(let request, _):
            if let changes, changes.isEmpty, waits { return waiters.insert(request) }
            // A caller that wants the rest asks for what comes after these.
            let json = changes.map { [UInt8](changes: Self.message(of: $0)) }
            turn.effects.append(.answer(request, .changes(json)))
        }
    }

    /// Sends changes in messages of a bounded size. Nil are changes that the hub has forgotten.
    /// With `acknowledges` each change of the client itself has a message of its own: iOS does not
    /// understand two acknowledgements in one.
    func answer(
        _ changes: ArraySlice<StoredChange>?, to member: Member, acknowledges: Bool = false,
        _ turn: inout HubTurn
    ) {
        guard member.hearing != .gone else { return }
        guard var rest = changes else {
            return turn.send(.unknownCursor, on: member.channel, to: member.connection)
        }
        let own = acknowledges ? AcceptedChange.beginning(by: member.clientID) : nil
        repeat {
            let part = Self.message(of: rest, withoutThoseBeginningWith: own)
            rest = rest[part.endIndex...]
            let frame = [UInt8](
                changes: part, on: member.channel,
                naming: member.extensions.contains(.authors))
            turn.charge(member.connection, entries: part.count, bytes: frame.count)
            turn.effects.append(.send(frame, to: member.connection))
        } while !rest.isEmpty
    }

    /// The changes of one message: one that begins so, or others.
    private static func message(
        of changes: ArraySlice<StoredChange>, withoutThoseBeginningWith own: [UInt8]?
    ) -> ArraySlice<StoredChange> {
        guard let own else { return message(of: changes) }
        if changes.first?.entry.starts(with: own) == true { return changes.prefix(1) }
        return message(of: changes.prefix { !$0.entry.starts(with: own) })
    }

    /// As many changes as one message holds.
    private static func message(of changes: ArraySlice<StoredChange>) -> ArraySlice<StoredChange> {
        var bytes = 0
        return changes.prefix(Limits.changesPerMessage).prefix { change in
            defer { bytes += change.entry.count }
            return bytes == 0 || bytes + change.entry.count <= Limits.reply
        }
    }

    /// Answers `e` on a channel, in the client's own words.
    mutating func entity(
        _ request: EntityRequest, for author: Author, _ turn: inout HubTurn
    ) throws(MissingFact) {
        guard case .member(let id) = author, let member = members[id] else { return }
        var found: [UInt8]?
        if let wanted = request.reference {
            found = try object(wanted.key, at: wanted.version, within: turn.limits)?.object
        }
        guard member.hearing != .gone else { return }
        let frame = [UInt8](entity: found, request, on: member.channel)
        turn.charge(member.connection, bytes: frame.count)
        turn.effects.append(.send(frame, to: member.connection))
        if let key = request.reference?.key { tellAges(of: key, to: member, &turn) }
    }

    /// Answers a caller from outside that wants to see an object.
    mutating func entity(
        _ key: ObjectKey, at version: EntityVersion?, for author: Author, _ turn: inout HubTurn
    ) throws(MissingFact) {
        guard case .caller(let request, _) = author else { return }
        let found = try object(key, at: version, within: turn.limits)
        turn.effects.append(.answer(request, .entity(found)))
    }

    private mutating func object(
        _ key: ObjectKey, at version: EntityVersion?, within limits: HubLimits
    ) throws(MissingFact) -> FoundEntity? {
        guard let present = try stored(key, limits) else { return nil }
        guard let version, version != present.version else {
            return present.object.map { FoundEntity(version: present.version, object: $0) }
        }
        return try bytes(of: version, before: present).map {
            FoundEntity(version: version, object: $0)
        }
    }
}

extension Cursor {
    /// Nil for what our hub never said. sjs says 0 where others say nothing.
    fileprivate var ordinal: Ordinal? {
        switch self {
        case .start: .zero
        case .after(let changeVersion):
            changeVersion.text == "0" ? .zero : Ordinal(changeVersion)
        case .unreadable: nil
        }
    }
}
