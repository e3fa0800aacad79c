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
    /// What has happened since the snapshot.
    let since: ArraySlice<StoredChange>

    /// Where the objects that have changed since were, as far as they are still to be listed.
    func moved(above: Ordinal?) -> [(ordinal: Ordinal, key: ObjectKey)] {
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

    /// What the client must send to have the next page, which begins below `ordinal`.
    func mark(below ordinal: Ordinal) -> IndexMark? {
        IndexMark(current.changeVersion.text + ordinal.changeVersion.text)
    }

    /// What `mark(below:)` has put into a mark; nil if another hub made it.
    static func ordinals(of mark: IndexMark) -> (current: Ordinal, below: Ordinal)? {
        let half = mark.text.count / 2
        guard let current = ChangeVersion(String(mark.text.prefix(half))).flatMap(Ordinal.init),
            let below = ChangeVersion(String(mark.text.dropFirst(half))).flatMap(Ordinal.init)
        else { return nil }
        return (current, below)
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
