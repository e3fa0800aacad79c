import SimperiumWire

/// An index as it was when its first page was made, and how far a client has come in it.
///
/// The order is that of the snapshot: what was changed last comes first. What has changed since is
/// listed where it was then, but as it is now. So each object of the snapshot that is still there
/// is listed once, whatever is written meanwhile.
struct IndexRun {
    /// The snapshot.
    let current: Ordinal
    /// The object that was listed last; nil before the first page.
    let below: Ordinal?
    /// The change version that the client has seen; nil if it wants all objects.
    let above: Ordinal?
    /// The changes since the snapshot.
    let since: ArraySlice<StoredChange>

    /// The objects to be listed that have changed since, with their places in the snapshot.
    func moved() -> [(ordinal: Ordinal, key: ObjectKey)] {
        var seen: Set<ObjectKey> = []
        var moved: [(ordinal: Ordinal, key: ObjectKey)] = []
        for change in since where seen.insert(change.key).inserted {
            guard let ordinal = change.previous, ordinal < below ?? current,
                ordinal > above ?? .zero
            else { continue }
            moved.append((ordinal, change.key))
        }
        return moved.sorted { $0.ordinal > $1.ordinal }
    }

    /// The mark of the next page, which begins below `ordinal`. It says all about the run, so that
    /// a client that sends another `since` with it gets the page that it means.
    func mark(below ordinal: Ordinal) -> IndexMark? {
        IndexMark([current, ordinal, above].compactMap { $0?.changeVersion.text }.joined())
    }

    /// The ordinals in a mark; nil if another hub made it.
    static func ordinals(
        of mark: IndexMark
    ) -> (current: Ordinal, below: Ordinal, above: Ordinal?)? {
        let length = Ordinal.zero.changeVersion.text.utf8.count
        let text = mark.text
        guard text.utf8.count == 2 * length || text.utf8.count == 3 * length else { return nil }
        let ordinals = stride(from: 0, to: text.count, by: length).compactMap {
            ChangeVersion(String(text.dropFirst($0).prefix(length))).flatMap(Ordinal.init)
        }
        guard ordinals.count * length == text.utf8.count else { return nil }
        return (ordinals[0], ordinals[1], ordinals.count > 2 ? ordinals[2] : nil)
    }
}

/// A page that is being made: full at so many entries or bytes, but never empty for their sake.
struct IndexPageInMaking {
    private let portion: Portion
    private var bytes = 0
    private(set) var entities: [StoredEntity] = []
    /// Where the last one was in the snapshot.
    private(set) var last: Ordinal?

    init(_ portion: Portion) {
        self.portion = portion
    }

    /// Makes room for so many.
    mutating func reserve(_ count: Int) {
        entities.reserveCapacity(count)
    }

    /// False if there is no room for it.
    mutating func append(_ entity: consuming StoredEntity, at ordinal: Ordinal) -> Bool {
        let size = entity.sizeInIndex
        guard entities.isEmpty || entities.count < portion.entries && bytes + size <= portion.bytes
        else { return false }
        entities.append(entity)
        bytes += size
        last = ordinal
        return true
    }
}
