import SimperiumWire

/// A client's progress through an index that is spread over several pages.
///
/// The index lists a snapshot, the object with the latest change first. An object that has changed
/// since is listed at its old position, with its present content. So each object of the snapshot
/// that still exists is listed once, despite concurrent writes.
struct IndexRun {
    /// The head of the log when the first page was made.
    let current: SequenceNumber
    /// The position of the last listed object; nil before the first page.
    let below: SequenceNumber?
    /// The change version that the client has already; nil if it wants all objects.
    let above: SequenceNumber?
    let since: ArraySlice<StoredChange>

    /// Returns the objects still to be listed that have changed since the snapshot, with their
    /// positions in it.
    func changedObjectsAtSnapshotPositions() -> [(ordinal: SequenceNumber, key: ObjectKey)] {
        var seen: Set<ObjectKey> = []
        var moved: [(ordinal: SequenceNumber, key: ObjectKey)] = []
        for change in since where seen.insert(change.key).inserted {
            guard let ordinal = change.previous, ordinal < below ?? current,
                ordinal > above ?? .zero
            else { continue }
            moved.append((ordinal, change.key))
        }
        return moved.sorted { $0.ordinal > $1.ordinal }
    }

    /// Returns the mark of the next page, which begins below `ordinal`. The mark contains the whole
    /// run, so a client that sends a different `since` with it is still given the right page.
    func nextPageMark(below ordinal: SequenceNumber) -> IndexPageEndMark? {
        IndexPageEndMark([current, ordinal, above].compactMap { $0?.changeVersion.text }.joined())
    }

    /// Returns the ordinals in a mark; nil if another kind of hub made it.
    static func ordinals(
        of mark: IndexPageEndMark
    ) -> (current: SequenceNumber, below: SequenceNumber, above: SequenceNumber?)? {
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

/// A page of the index under construction. The numbers of its entries and bytes are limited, but
/// one entry always fits.
struct IndexPageBuilder {
    private let portion: AnswerLimit
    private var bytes = 0
    private(set) var entities: [StoredEntity] = []
    /// The last entry's position in the snapshot; nil for an empty page.
    private(set) var last: SequenceNumber?

    init(_ portion: AnswerLimit, expectedCount: Int) {
        self.portion = portion
        entities.reserveCapacity(expectedCount)
    }

    /// Appends an entity. Returns false if the page has no room for it.
    mutating func append(_ entity: consuming StoredEntity, at ordinal: SequenceNumber) -> Bool {
        let size = entity.sizeInIndex
        guard entities.isEmpty || entities.count < portion.entries && bytes + size <= portion.bytes
        else { return false }
        entities.append(entity)
        bytes += size
        last = ordinal
        return true
    }
}
