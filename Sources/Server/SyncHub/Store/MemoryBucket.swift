import SimperiumClock
import SimperiumWire

struct MemoryBucket {
    private(set) var state = StoredBucket()
    private(set) var ownedKeys: Set<ObjectKey> = []
    private var entities: [ObjectKey: EntityHistory] = [:]
    private var log: [StoredChange] = []
    private var order = KeysByLastChange()
    private var removals = KeysByLastChange()

    mutating func append(
        _ change: StoredChange, to entity: StoredEntity, outdated: [EntityVersion],
        _ limits: MinimumStoredHistory
    ) {
        let existed = change.previous != nil
        state.head = change.ordinal
        state.stamp = max(state.stamp, entity.stamp)
        state.updateCounts(entity, existed: existed)
        // In place, because assigning by key would copy the entity.
        if let index = entities.index(forKey: change.key) {
            entities.values[index].replaceState(entity, by: change.changeID, outdated)
        } else {
            entities[change.key] = EntityHistory(entity, by: change.changeID)
        }
        if entity.owner != nil && !entity.isRemoved {
            ownedKeys.insert(entity.key)
        } else {
            ownedKeys.remove(entity.key)
        }
        log.append(change)
        if entity.isRemoved {
            removals.append(change.ordinal, entity.key)
        } else {
            order.append(change.ordinal, entity.key)
        }
        if log.count >= limits.logLength * 2 {
            dropFirstLogEntries(log.count - limits.logLength, keeping: limits.removals)
        }
        dropOutdatedOrderEntries()
    }

    /// Drops the first entries of the log, and the versions of objects whose removal is among these
    /// entries. The ids of these objects' last changes are kept for longer.
    private mutating func dropFirstLogEntries(_ count: Int, keeping removals: Int) {
        let end = log[count - 1].ordinal
        state.floor = max(state.floor, end)
        for change in log[..<count]
        where entities[change.key]?.wasRemoved(at: change.ordinal) == true {
            entities[change.key]?.forgetVersions()
        }
        log.removeFirst(count)
        forgetRemovedEntities(upTo: end, keeping: removals)
    }

    private mutating func forgetRemovedEntities(upTo end: SequenceNumber, keeping count: Int) {
        var excess = removedCount - count
        while excess > 0, let first = removals.first, first.ordinal <= end {
            removals.removeFirst()
            guard let removed = entities[first.key], removed.wasRemoved(at: first.ordinal) else {
                continue
            }
            entities[first.key] = nil
            state.beginning = max(state.beginning, removed.entity.version.next)
            excess -= 1
        }
    }

    private var removedCount: Int { entities.count - state.count - state.mirrors }

    /// Drops outdated entries of `order` and `removals`: entries at the front of `order` at once,
    /// other entries only when there are many.
    private mutating func dropOutdatedOrderEntries() {
        while let first = order.first,
            entities[first.key]?.existsWithLastChange(first.ordinal) != true
        {
            order.removeFirst()
        }
        if order.count > (state.count + state.mirrors) * 2 + 64 {
            order.removeAll { entities[$0.key]?.existsWithLastChange($0.ordinal) != true }
        }
        if removals.count > removedCount * 2 + 64 {
            removals.removeAll { entities[$0.key]?.wasRemoved(at: $0.ordinal) != true }
        }
    }

    mutating func forgetBucketHistory(emptiedBy change: ChangeID) {
        state.forgetLogUpToHead(emptiedBy: change)
    }

    mutating func forgetVersions(of key: ObjectKey) {
        entities[key]?.forgetVersions()
    }

    mutating func renewOwners(_ keys: [ObjectKey], sessionNumber seat: Int, secret: SecretDigest?) {
        for key in keys {
            entities[key]?.changeOwner {
                ($0.seat, $0.secret, $0.restarts) = (seat, secret, 0)
            }
        }
    }

    mutating func setSharing(_ key: ObjectKey, as sharing: SharedOriginalOrCopy?) {
        entities[key]?.setSharing(sharing)
    }

    mutating func countRestart(of keys: [ObjectKey]) {
        for key in keys { entities[key]?.changeOwner { $0.restarts += 1 } }
    }

    func entity(_ key: ObjectKey) -> StoreQueryAnswer {
        guard let kept = entities[key] else { return .noEntity(beginning: state.beginning) }
        return .entity(kept.entity, changeIDs: kept.changeIDs.all)
    }

    func version(_ version: EntityVersion, of key: ObjectKey) -> [UInt8]? {
        entities[key]?.object(at: version)
    }

    func changes(after ordinal: SequenceNumber, _ portion: StoreAnswerLimit) -> StoreQueryAnswer {
        guard ordinal == state.floor || ordinal > state.floor && logContains(ordinal) else {
            return .changes(nil, hasMore: false)
        }
        let (part, hasMore) = portion.prefix(changes(since: ordinal)) { $0.entry.count }
        return .changes(part, hasMore: hasMore)
    }

    /// Returns the changes after an ordinal, which the log need not contain.
    func changes(since ordinal: SequenceNumber) -> ArraySlice<StoredChange> {
        log[log.partitionPoint { $0.ordinal <= ordinal }...]
    }

    private func logContains(_ ordinal: SequenceNumber) -> Bool {
        let position = log.partitionPoint { $0.ordinal < ordinal }
        return position < log.count && log[position].ordinal == ordinal
    }

    func index(_ slice: IndexSliceQuery) -> StoreQueryAnswer {
        var found: [StoredEntity] = []
        found.reserveCapacity(min(slice.portion.entries, state.count + state.mirrors))
        var bytes = 0
        for position in order.positions(slice) {
            let (ordinal, key) = order[position]
            guard let kept = entities[key], kept.existsWithLastChange(ordinal) else { continue }
            var entity = kept.entity
            bytes += slice.hasObjects ? entity.object?.count ?? 0 : 0
            let hasRoom = found.count < slice.portion.entries && bytes <= slice.portion.bytes
            guard found.isEmpty || hasRoom else { return .index(found, hasMore: true) }
            if !slice.hasObjects { entity.object = nil }
            found.append(entity)
        }
        return .index(found, hasMore: false)
    }

    func objectsWithOwners(after key: ObjectKey?, _ portion: StoreAnswerLimit) -> StoreQueryAnswer {
        let keys = ownedKeys.filter { $0.text > key?.text ?? "" }.sorted { $0.text < $1.text }
        let (part, hasMore) = portion.prefix(keys.compactMap { entities[$0]?.entity }[...]) {
            $0.object?.count ?? 0
        }
        return .owned(part, hasMore: hasMore)
    }
}

private struct EntityHistory {
    private(set) var entity: StoredEntity
    private(set) var changeIDs: RecentChangeIDs
    private var versions: [(version: EntityVersion, object: [UInt8])] = []

    init(_ entity: StoredEntity, by change: ChangeID) {
        self.entity = entity
        changeIDs = RecentChangeIDs([change])
        keepVersion()
    }

    mutating func replaceState(
        _ entity: StoredEntity, by change: ChangeID, _ outdated: [EntityVersion]
    ) {
        self.entity = entity
        changeIDs.remember(change)
        for version in outdated {
            if let index = versions.firstIndex(where: { $0.version == version }) {
                versions.remove(at: index)
            }
        }
        keepVersion()
    }

    private mutating func keepVersion() {
        if let object = entity.object { versions.append((entity.version, object)) }
    }

    mutating func changeOwner(_ change: (inout PresenceObjectOwner) -> Void) {
        guard var owner = entity.owner else { return }
        change(&owner)
        entity.owner = owner
    }

    mutating func setSharing(_ sharing: SharedOriginalOrCopy?) {
        if !entity.isRemoved { entity.sharing = sharing }
    }

    mutating func forgetVersions() {
        versions = versions.filter { $0.version == entity.version && !entity.isRemoved }
    }

    func existsWithLastChange(_ ordinal: SequenceNumber) -> Bool {
        !entity.isRemoved && entity.changed == ordinal
    }

    func wasRemoved(at ordinal: SequenceNumber) -> Bool {
        entity.isRemoved && entity.changed == ordinal
    }

    func object(at version: EntityVersion) -> [UInt8]? {
        versions.last { $0.version == version }?.object
    }
}

extension StoreAnswerLimit {
    /// Returns the first elements, as many as the limit allows, but at least one.
    func prefix<Element>(
        _ list: ArraySlice<Element>, _ size: (Element) -> Int
    ) -> (part: [Element], hasMore: Bool) {
        var count = 0
        let part = list.prefix(max(entries, 1)).prefix { element in
            defer { count += size(element) }
            return count == 0 || count + size(element) <= bytes
        }
        return (Array(part), part.count < list.count)
    }
}

/// Object keys in the order of their last change, the oldest first. An outdated entry stays until
/// it is pruned; a reader must check that the object's last change is still the entry's.
struct KeysByLastChange {
    typealias Entry = (ordinal: SequenceNumber, key: ObjectKey)

    private var entries: [Entry] = []
    private var start = 0

    var count: Int { entries.count - start }
    var first: Entry? { start < entries.count ? entries[start] : nil }

    mutating func append(_ ordinal: SequenceNumber, _ key: ObjectKey) {
        entries.append((ordinal, key))
    }

    mutating func removeFirst() {
        start += 1
        guard start > 64, start * 2 > entries.count else { return }
        entries.removeFirst(start)
        start = 0
    }

    mutating func removeAll(where isOutdated: (Entry) -> Bool) {
        entries = entries[start...].filter { !isOutdated($0) }
        start = 0
    }

    subscript(position: Int) -> Entry { entries[position] }

    /// Returns the positions of a slice's entries, in the slice's order.
    func positions(_ slice: IndexSliceQuery) -> StrideThrough<Int> {
        let rest = entries[start...]
        let low = slice.above.map { above in rest.partitionPoint { $0.ordinal <= above } } ?? start
        let high =
            slice.below.map { below in rest.partitionPoint { $0.ordinal < below } } ?? entries.count
        return switch slice.order {
        case .newestFirst: stride(from: high - 1, through: low, by: -1)
        case .oldestFirst: stride(from: low, through: high - 1, by: 1)
        }
    }
}
