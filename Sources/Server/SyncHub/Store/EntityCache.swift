import SimperiumJSON
import SimperiumWire

/// An object that is held in memory, with what is needed to change it.
struct Entity {
    private(set) var stored: StoredEntity
    /// What `stored` says in bytes; empty after a removal.
    private(set) var object: JSONObject
    private(set) var changeIDs: RecentIDs

    init(_ stored: StoredEntity, object: JSONObject, changeIDs: RecentIDs) {
        self.stored = stored
        self.object = object
        self.changeIDs = changeIDs
    }

    /// Returns by how much more it takes in memory, roughly.
    @discardableResult
    mutating func become(
        _ stored: StoredEntity, object: JSONObject, by change: ChangeID
    ) -> Int {
        let before = size
        self.stored = stored
        self.object = object
        changeIDs.remember(change)
        return size - before
    }

    fileprivate mutating func share(_ sharing: Sharing?) { stored = stored.shared(sharing) }

    /// Roughly what it takes in memory: its bytes once as they are and once as a tree, and its ids.
    fileprivate var size: Int { 512 + (stored.object?.count ?? 0) * 4 + changeIDs.count * 80 }
}

/// The objects of a bucket that were used last.
///
/// They are in two halves. Whatever is used moves to the young one; when that is full, what is
/// still in the old half was not used for long and goes.
struct EntityCache {
    private var young: [ObjectKey: Entity] = [:]
    private var old: [ObjectKey: Entity] = [:]
    private var youngSize = 0
    private var oldSize = 0

    /// Roughly what all of it takes in memory.
    var size: Int { youngSize + oldSize }

    mutating func find(_ key: ObjectKey, _ limits: MemoryLimits) -> Entity? {
        if let entity = young[key] { return entity }
        guard let entity = removeOld(key) else { return nil }
        insert(entity, limits)
        return entity
    }

    /// How much there is to an object, if it is in memory.
    func extent(of key: ObjectKey) -> (version: EntityVersion, bytes: Int)? {
        young.extent(of: key) ?? old.extent(of: key)
    }

    mutating func insert(_ entity: Entity, _ limits: MemoryLimits) {
        young[entity.stored.key] = entity
        grow(by: entity.size, limits)
    }

    /// Replaces an object that was found before.
    mutating func update(
        _ stored: StoredEntity, object: JSONObject, by change: ChangeID, _ limits: MemoryLimits
    ) {
        guard let index = young.index(forKey: stored.key) else {
            guard var entity = removeOld(stored.key) else { return }
            entity.become(stored, object: object, by: change)
            return insert(entity, limits)
        }
        // In its place: a copy would take the list of change ids along.
        let growth = young.values[index].become(stored, object: object, by: change)
        grow(by: growth, limits)
    }

    /// Forgets an object, of which something is not so any more.
    mutating func remove(_ key: ObjectKey) {
        if let entity = young.removeValue(forKey: key) { youngSize -= entity.size }
        _ = removeOld(key)
    }

    /// Notes with whom an object is shared from now on.
    mutating func share(_ key: ObjectKey, as sharing: Sharing?) {
        if let index = young.index(forKey: key) {
            young.values[index].share(sharing)
        } else if let index = old.index(forKey: key) {
            old.values[index].share(sharing)
        }
    }

    private mutating func removeOld(_ key: ObjectKey) -> Entity? {
        guard let entity = old.removeValue(forKey: key) else { return nil }
        oldSize -= entity.size
        return entity
    }

    private mutating func grow(by size: Int, _ limits: MemoryLimits) {
        youngSize += size
        guard young.count * 2 > limits.objects || youngSize * 2 > limits.bytes else {
            return
        }
        old = young
        oldSize = youngSize
        young = [:]
        youngSize = 0
    }
}

extension [ObjectKey: Entity] {
    fileprivate func extent(of key: ObjectKey) -> (version: EntityVersion, bytes: Int)? {
        // By its index: a copy would take everything along.
        index(forKey: key).map { index in
            (values[index].stored.version, values[index].stored.object?.count ?? 0)
        }
    }
}
