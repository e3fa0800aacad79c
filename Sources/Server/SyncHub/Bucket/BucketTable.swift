import SimperiumWire

/// The buckets that are held in memory, each in a slot that it keeps as long as it is there.
struct BucketTable {
    /// Work on a bucket is done right here, without a copy. A free slot has an empty one in it: if
    /// there were none, each question about a bucket would copy it out of its optional.
    var slots: [Bucket] = []
    /// Roughly what all of them hold in memory of what the store has.
    private(set) var cachedBytes = 0
    private var generations: [UInt32] = []
    private var free: [Int] = []
    private var handles: [BucketID: BucketHandle] = [:]

    var count: Int { handles.count }

    func handle(of id: BucketID) -> BucketHandle? { handles[id] }

    /// Where a bucket is; nil if it has gone since the handle was made.
    func slot(_ handle: BucketHandle) -> Int? {
        let slot = Int(handle.slot)
        return generations[slot] == handle.generation ? slot : nil
    }

    /// The buckets of an app that have this name, or all of them.
    func handles(of app: AppID, named name: String?) -> [BucketHandle] {
        slots.indices.compactMap { slot in
            let (id, handle) = (slots[slot].id, slots[slot].handle)
            guard id.app == app, name == nil || name == id.name.text else { return nil }
            return self.slot(handle) == nil ? nil : handle
        }
    }

    /// The buckets of a log, sorted.
    func ids(of log: LogID) -> [BucketID] {
        handles.keys.filter { $0.log == log }.sorted { $0.name.text < $1.name.text }
    }

    /// The logs with a bucket that is open.
    var logs: Set<LogID> { Set(handles.keys.map(\.log)) }

    /// The handle under which a bucket is held, or is held from now on.
    mutating func open(
        _ id: BucketID, isGuarded: Bool, by rule: (any BucketRule)? = nil
    ) -> BucketHandle {
        if let handle = handles[id] { return handle }
        let slot = free.popLast() ?? slots.count
        if slot == slots.count { generations.append(0) }
        let handle = BucketHandle(slot: Int32(slot), generation: generations[slot])
        handles[id] = handle
        let bucket = Bucket(id, handle, isGuarded: isGuarded, by: rule)
        if slot == slots.count { slots.append(bucket) } else { slots[slot] = bucket }
        return handle
    }

    mutating func work(
        at slot: Int, _ turn: inout HubTurn, _ work: (inout Bucket, inout HubTurn) -> Void
    ) {
        let before = slots[slot].cachedBytes
        work(&slots[slot], &turn)
        cachedBytes += slots[slot].cachedBytes - before
        if cachedBytes > turn.limits.memory.bytesInAll { clearCaches() }
    }

    /// Bounds what all buckets hold together, where each alone does not hold too much.
    private mutating func clearCaches() {
        for slot in slots.indices { slots[slot].contents.clearCaches() }
        cachedBytes = 0
    }

    mutating func remove(_ handle: BucketHandle) {
        guard let slot = slot(handle) else { return }
        let id = slots[slot].id
        cachedBytes -= slots[slot].cachedBytes
        handles[id] = nil
        slots[slot] = Bucket(id, handle, isGuarded: false, by: nil)
        generations[slot] &+= 1
        free.append(slot)
    }
}
