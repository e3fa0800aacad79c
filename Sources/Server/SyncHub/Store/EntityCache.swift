import SimperiumJSON
import SimperiumWire

/// An object in memory, with the ids of its last changes.
struct CachedEntity {
    fileprivate(set) var stored: StoredEntity
    /// The parsed form of `stored`; empty after a removal.
    private(set) var object: JSONObject
    private(set) var changeIDs: RecentChangeIDs
    /// The lost version that was last merged into the object, after the store was restored; nil if
    /// no version was merged.
    fileprivate(set) var merged: Ghost?

    fileprivate mutating func replaceState(
        _ stored: StoredEntity, object: JSONObject, by change: ChangeID
    ) {
        self.stored = stored
        self.object = object
        changeIDs.remember(change)
    }

    /// The approximate size in bytes: the stored bytes, the parsed trees, and the ids.
    fileprivate var size: Int {
        512 + (stored.object?.count ?? 0) * (merged == nil ? 4 : 8) + changeIDs.count * 80
    }
}

/// A cache of a bucket's objects.
///
/// It has two halves. A used object moves to the young half. When the young half is full, the cache
/// evicts the old half, and the young half becomes the old one.
struct EntityCache {
    private var young: [ObjectKey: CachedEntity] = [:]
    private var old: [ObjectKey: CachedEntity] = [:]
    private var youngSize = 0
    private var oldSize = 0

    var size: Int { youngSize + oldSize }

    mutating func find(_ key: ObjectKey, _ limits: MemoryLimits) -> CachedEntity? {
        if let entity = young[key] { return entity }
        guard let entity = removeFromOldHalf(key) else { return nil }
        insert(entity, limits)
        return entity
    }

    /// Returns an object's version and size in bytes; nil if the object isn't in memory. The object
    /// doesn't move to the young half.
    func versionAndSize(of key: ObjectKey) -> (version: EntityVersion, bytes: Int)? {
        young.versionAndSize(of: key) ?? old.versionAndSize(of: key)
    }

    mutating func insert(_ entity: CachedEntity, _ limits: MemoryLimits) {
        young[entity.stored.key] = entity
        growAndEvictIfFull(by: entity.size, limits)
    }

    /// Replaces an object after a change; does nothing if the object isn't in the cache.
    mutating func update(
        _ stored: StoredEntity, object: JSONObject, by change: ChangeID, _ limits: MemoryLimits
    ) {
        changeCountingGrowth(stored.key, limits) {
            $0.replaceState(stored, object: object, by: change)
        }
    }

    mutating func setSharing(_ key: ObjectKey, as sharing: SharedOriginalOrCopy?) {
        if young.changeInPlace(key, { $0.stored.sharing = sharing }) == nil {
            old.changeInPlace(key) { $0.stored.sharing = sharing }
        }
    }

    /// Remembers the lost version that was merged into an object; does nothing if the object isn't
    /// in the cache.
    mutating func recordMerged(_ ghost: Ghost, of key: ObjectKey, _ limits: MemoryLimits) {
        changeCountingGrowth(key, limits) { $0.merged = ghost }
    }

    private mutating func changeCountingGrowth(
        _ key: ObjectKey, _ limits: MemoryLimits, _ work: (inout CachedEntity) -> Void
    ) {
        // Measured and changed in place, because a copy would include the list of ids.
        let growth = young.changeInPlace(key) { entity -> Int in
            let before = entity.size
            work(&entity)
            return entity.size - before
        }
        if let growth { return growAndEvictIfFull(by: growth, limits) }
        guard var entity = removeFromOldHalf(key) else { return }
        work(&entity)
        insert(entity, limits)
    }

    private mutating func removeFromOldHalf(_ key: ObjectKey) -> CachedEntity? {
        guard let entity = old.removeValue(forKey: key) else { return nil }
        oldSize -= entity.size
        return entity
    }

    private mutating func growAndEvictIfFull(by size: Int, _ limits: MemoryLimits) {
        youngSize += size
        guard young.count * 2 > limits.objects || youngSize * 2 > limits.bytes else { return }
        old = young
        oldSize = youngSize
        young = [:]
        youngSize = 0
    }
}

extension [ObjectKey: CachedEntity] {
    fileprivate func versionAndSize(of key: ObjectKey) -> (version: EntityVersion, bytes: Int)? {
        // By index, because a copy of the value would be expensive.
        index(forKey: key).map { index in
            (values[index].stored.version, values[index].stored.object?.count ?? 0)
        }
    }
}

/// The ids of the last changes to one object, so that the hub recognises a change that a client
/// sends again.
///
/// Hashes are compared first, because almost every id is new.
struct RecentChangeIDs {
    private var ids: [ChangeID] = []
    private var hashes: [Int] = []
    /// The index of the oldest id, which is replaced next.
    private var oldest = 0

    init(_ ids: [ChangeID]) {
        for id in ids { remember(id) }
    }

    var count: Int { ids.count }
    /// The ids, the oldest first.
    var all: [ChangeID] { Array(ids[oldest...] + ids[..<oldest]) }

    func contains(_ id: ChangeID) -> Bool {
        guard let index = hashes.firstIndex(of: id.hashValue) else { return false }
        return ids[index] == id || ids.contains(id)
    }

    mutating func remember(_ id: ChangeID) {
        guard ids.count == StoreQueryAnswer.rememberedChanges else {
            ids.append(id)
            hashes.append(id.hashValue)
            return
        }
        ids[oldest] = id
        hashes[oldest] = id.hashValue
        oldest = (oldest + 1) % ids.count
    }
}
