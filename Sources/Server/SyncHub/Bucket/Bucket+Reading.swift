import SimperiumWire

extension Bucket {
    /// Answers `cv` with all changes after the cursor, or with the error that makes the client read
    /// the index again. Without a cursor, the client starts at the head. A member begins to listen,
    /// unless it must start over and has made changes.
    ///
    /// A `Caller` receives one message's portion of the changes. If there are no changes and
    /// `waits` is true, the answer to the caller waits for the next change.
    mutating func answerChangesSinceCursor(
        _ cursor: HistoryCursor?, waits: Bool, for requester: WorkRequester,
        _ context: inout HubContext
    ) throws(SuspensionReason) {
        let ordinal = if let cursor { cursor.ordinal } else { head }
        let changes: ArraySlice<StoredChange>? =
            if let ordinal { try historyWithinLimits(after: ordinal, context.limits) } else { nil }
        switch requester {
        case .member(let id):
            guard let member = members[id] else { return }
            if changes == nil, let ordinal, member.extensions.contains(.restored),
                try isMissingFromLog(ordinal)
            {
                lostCursors[id] = ordinal
                context.send(.restored, to: member)
            }
            // A client that must start over requests the index next. The client receives the
            // results of its own changes just before that answer.
            let isReady = changes != nil || !member.hasWritten
            if isReady { startSendingAbsences(to: member, &context) }
            sendChanges(changes, to: member, &context)
            if isReady { startListening(id) }
            if changes != nil { sendClockAges(to: member, &context) }
        case .caller(let author):
            if let changes, changes.isEmpty, waits { return waitingRequests.insert(author.id) }
            // The caller requests later portions itself.
            let json = changes.map { [UInt8](changes: Self.nextMessageChanges(of: $0)) }
            context.effects.append(.answer(author.id, .changes(json)))
        }
    }

    /// Sends changes in messages of a bounded size, or the error for a forgotten cursor if
    /// `changes` is nil. With `acknowledges`, each of the client's own changes has a message of its
    /// own, because the iOS client doesn't handle two acknowledgements in one message.
    func sendChanges(
        _ changes: ArraySlice<StoredChange>?, to member: ChannelMembership,
        acknowledges: Bool = false,
        _ context: inout HubContext
    ) {
        guard member.subscription != .gone else { return }
        guard var rest = changes else { return context.send(.unknownCursor, to: member) }
        let own = acknowledges ? AcceptedChange.encodedPrefix(by: member.clientID) : nil
        repeat {
            let part = Self.nextMessageChanges(of: rest, ownPrefix: own)
            rest = rest[part.endIndex...]
            let frame = [UInt8](
                changes: part, on: member.channel,
                naming: member.extensions.contains(.authors))
            context.charge(member.connection, entries: part.count, bytes: frame.count)
            context.effects.append(.send(frame, to: member.connection))
        } while !rest.isEmpty
    }

    /// Returns the next message's changes: one by the client itself, or several by other clients.
    /// If `own` is nil, the authors make no difference.
    private static func nextMessageChanges(
        of changes: ArraySlice<StoredChange>, ownPrefix own: [UInt8]?
    ) -> ArraySlice<StoredChange> {
        guard let own else { return nextMessageChanges(of: changes) }
        if changes.first?.entry.starts(with: own) == true { return changes.prefix(1) }
        return nextMessageChanges(of: changes.prefix { !$0.entry.starts(with: own) })
    }

    /// Returns the first changes, as many as fit into one message, but at least one.
    private static func nextMessageChanges(of changes: ArraySlice<StoredChange>) -> ArraySlice<
        StoredChange
    > {
        var bytes = 0
        return changes.prefix(Limits.changesPerMessage).prefix { change in
            defer { bytes += change.entry.count }
            return bytes == 0 || bytes + change.entry.count <= Limits.reply
        }
    }

    /// Answers `e` on a channel. The answer repeats the client's request word for word.
    mutating func answerEntityOnChannel(
        _ request: EntityRequest, for id: MemberID, _ context: inout HubContext
    ) throws(SuspensionReason) {
        guard let member = members[id] else { return }
        var found: [UInt8]?
        if let wanted = request.reference {
            found = try object(wanted.key, at: wanted.version, within: context.limits)?.object
        }
        guard member.subscription != .gone else { return }
        let frame = [UInt8](entity: found, request, on: member.channel)
        context.charge(member.connection, bytes: frame.count)
        context.effects.append(.send(frame, to: member.connection))
        if let key = request.reference?.key { sendClockAges(of: key, to: member, &context) }
    }

    mutating func answerEntityForCaller(
        _ key: ObjectKey, at version: EntityVersion?, for author: CallerWithRequestID,
        _ context: inout HubContext
    ) throws(SuspensionReason) {
        let found = try object(key, at: version, within: context.limits)
        context.effects.append(.answer(author.id, .entity(found)))
    }

    private mutating func object(
        _ key: ObjectKey, at version: EntityVersion?, within limits: HubLimits
    ) throws(SuspensionReason) -> VersionedObjectJSON? {
        guard let present = try unparsedEntity(key, limits) else { return nil }
        guard let version, version != present.version else {
            return present.object.map { VersionedObjectJSON(version: present.version, object: $0) }
        }
        return try objectBytes(at: version, before: present).map {
            VersionedObjectJSON(version: version, object: $0)
        }
    }
}

extension HistoryCursor {
    /// The ordinal of the cursor; nil for a change version that another kind of hub made. The sjs
    /// client sends 0 where other clients send nothing.
    fileprivate var ordinal: SequenceNumber? {
        switch self {
        case .start: .zero
        case .after(let changeVersion):
            changeVersion.text == "0" ? .zero : SequenceNumber(changeVersion)
        case .unreadable: nil
        }
    }
}
