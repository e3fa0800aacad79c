import SimperiumWire

extension Bucket {
    /// Answers an index request (`i`). First sends a member the changes that must precede the
    /// index, and subscribes the member to later changes.
    mutating func answerIndexAndSubscribe(
        _ request: IndexRequest, for requester: WorkRequester, _ context: inout HubContext
    ) throws(SuspensionReason) {
        let cursor = try indexCursor(request, context.limits)
        let (page, isLast) = try page(request, of: cursor, within: context.limits)
        switch requester {
        case .member(let id):
            guard let member = members[id], member.subscription != .gone else { return }
            // A client that continues the index of an earlier connection first receives the changes
            // that it missed. A client that has made changes first receives their results.
            if case .quiet = member.subscription, !cursor.laterChanges.isEmpty {
                startSendingAbsences(to: member, &context)
                sendChanges(cursor.laterChanges, to: member, &context)
            } else if member.hasWritten {
                try sendMissedChangesAndSubscribe(id, &context)
            }
            startSendingAbsences(to: member, &context)
            startListening(id)
            let frame = [UInt8](page: page, on: member.channel)
            context.charge(
                member.connection, entries: cursor.laterChanges.count, bytes: frame.count)
            context.effects.append(.send(frame, to: member.connection))
            if isLast { sendClockAges(to: member, &context) }
        case .caller(let author): context.effects.append(.answer(author.id, .index(page)))
        }
    }

    /// Returns the cursor that the request's mark contains. Without a mark, or if the mark is
    /// unknown or outdated, the index begins again.
    private func indexCursor(
        _ request: IndexRequest, _ limits: HubLimits
    ) throws(SuspensionReason) -> IndexSnapshotCursor {
        guard
            let ordinals = request.mark.flatMap(IndexSnapshotCursor.ordinals(of:))
                ?? request.misplacedMark,
            let since = try historyWithinLimits(after: ordinals.current, limits)
        else {
            let above = try knownOrdinal(since: request.since)
            return IndexSnapshotCursor(current: head, below: nil, above: above, laterChanges: [])
        }
        return IndexSnapshotCursor(
            current: ordinals.current, below: ordinals.below, above: ordinals.above,
            laterChanges: since)
    }

    private mutating func page(
        _ request: IndexRequest, of cursor: IndexSnapshotCursor, within limits: HubLimits
    ) throws(SuspensionReason) -> (page: [UInt8], isLast: Bool) {
        let most = request.hasObjects ? Limits.reply : .max
        let portion = StoreAnswerLimit(entries: request.limit, bytes: most)
        let found = try index(
            IndexSliceQuery(
                .newestFirst, above: cursor.above, below: cursor.below,
                hasObjects: request.hasObjects,
                atMost: portion))
        var page = IndexPageBuilder(portion, expectedCount: found.entities.count)
        let isLast = try fill(
            &page, with: found, moved: cursor.unlistedChangedObjects(), within: limits)
        let mark = isLast ? nil : page.last.flatMap(cursor.nextPageMark(below:))
        let bytes = [UInt8](
            page: page.entities, current: cursor.current, mark: mark, hasObjects: request.hasObjects
        )
        return (bytes, mark == nil)
    }

    /// Returns the ordinal that the client names, if the index may be limited to later changes.
    /// Returns nil, for the whole index, if the client names no ordinal, or if the log doesn't
    /// contain the ordinal. The store may have been restored from a backup that lacks the client's
    /// latest changes.
    private func knownOrdinal(since changeVersion: ChangeVersion?) throws(SuspensionReason)
        -> SequenceNumber?
    {
        guard let ordinal = changeVersion.flatMap({ SequenceNumber($0) }), ordinal <= head else {
            return nil
        }
        return try isInHistory(ordinal) ? ordinal : nil
    }

    /// Fills a page, in the snapshot's order, with unchanged objects and with objects that have
    /// changed since the first page. Returns true if this page reaches the end of the index.
    private mutating func fill(
        _ page: inout IndexPageBuilder, with found: (entities: [StoredEntity], hasMore: Bool),
        moved: [(ordinal: SequenceNumber, key: ObjectKey)], within limits: HubLimits
    ) throws(SuspensionReason) -> Bool {
        var unmoved = found.entities[...]
        var moved = moved[...]
        while true {
            if let first = unmoved.first, first.changed > moved.first?.ordinal ?? .zero {
                guard page.appendIfRoom(first, at: first.changed) else { return false }
                unmoved.removeFirst()
            } else if unmoved.isEmpty, found.hasMore {
                return false
            } else if let first = moved.popFirst() {
                guard let entity = try unparsedEntity(first.key, limits), !entity.isRemoved
                else { continue }
                guard page.appendIfRoom(entity, at: first.ordinal) else { return false }
            } else {
                return true
            }
        }
    }
}

extension IndexRequest {
    /// The ordinals of the mark, if the client sent it in the third field, as the protocol's
    /// documentation describes; otherwise nil.
    fileprivate var misplacedMark: IndexSnapshotCursor.Ordinals? {
        guard mark == nil else { return nil }
        return since.flatMap { IndexPageEndMark($0.text) }.flatMap(
            IndexSnapshotCursor.ordinals(of:))
    }
}

/// A client's position in an index that is spread over several pages.
///
/// The index lists a snapshot, the object with the latest change first. An object that has changed
/// since the first page is listed at its old position, with its current content. So each object of
/// the snapshot that still exists is listed once, despite concurrent writes.
struct IndexSnapshotCursor {
    typealias Ordinals = (current: SequenceNumber, below: SequenceNumber, above: SequenceNumber?)

    /// The head of the log when the first page was made.
    let current: SequenceNumber
    /// The position of the last listed object; nil before the first page.
    let below: SequenceNumber?
    /// The ordinal of the last change that the client already has; nil if the client wants all
    /// objects.
    let above: SequenceNumber?
    let laterChanges: ArraySlice<StoredChange>

    /// Returns the changed objects that have not been listed yet, with their positions in the
    /// snapshot.
    func unlistedChangedObjects() -> [(ordinal: SequenceNumber, key: ObjectKey)] {
        var seen: Set<ObjectKey> = []
        var moved: [(ordinal: SequenceNumber, key: ObjectKey)] = []
        for change in laterChanges where seen.insert(change.key).inserted {
            guard let ordinal = change.previous, ordinal < below ?? current,
                ordinal > above ?? .zero
            else { continue }
            moved.append((ordinal, change.key))
        }
        return moved.sorted { $0.ordinal > $1.ordinal }
    }

    /// Returns the mark of the next page, which begins below `ordinal`. The mark contains the whole
    /// cursor, so the client gets the right page even if it sends a different `since` with the
    /// mark.
    func nextPageMark(below ordinal: SequenceNumber) -> IndexPageEndMark? {
        IndexPageEndMark([current, ordinal, above].compactMap { $0?.changeVersion.text }.joined())
    }

    /// Returns the ordinals in a mark; nil if another kind of hub made the mark.
    static func ordinals(of mark: IndexPageEndMark) -> Ordinals? {
        let length = SequenceNumber.zero.changeVersion.text.utf8.count
        let text = mark.text
        guard text.utf8.count == 2 * length || text.utf8.count == 3 * length else { return nil }
        let ordinals = stride(from: 0, to: text.count, by: length).compactMap {
            ChangeVersion(String(text.dropFirst($0).prefix(length))).flatMap(SequenceNumber.init)
        }
        guard ordinals.count * length == text.utf8.count else { return nil }
        return (ordinals[0], ordinals[1], ordinals.count > 2 ? ordinals[2] : nil)
    }
}

/// An index page under construction, with a limited number of entries and bytes. The first entry
/// always fits.
struct IndexPageBuilder {
    private let portion: StoreAnswerLimit
    private var bytes = 0
    private(set) var entities: [StoredEntity] = []
    /// The last entry's position in the snapshot; nil for an empty page.
    private(set) var last: SequenceNumber?

    init(_ portion: StoreAnswerLimit, expectedCount: Int) {
        self.portion = portion
        entities.reserveCapacity(expectedCount)
    }

    /// Appends an entity. Returns false, and appends nothing, if the page has no room.
    mutating func appendIfRoom(_ entity: consuming StoredEntity, at ordinal: SequenceNumber) -> Bool
    {
        let size = entity.sizeInIndex
        guard entities.isEmpty || entities.count < portion.entries && bytes + size <= portion.bytes
        else { return false }
        entities.append(entity)
        bytes += size
        last = ordinal
        return true
    }
}
