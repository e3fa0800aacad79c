import SimperiumWire

/// The buckets that are held in memory, each in a slot that it keeps as long as it is there.
struct BucketTable {
    /// Free slots are nil. Work on a bucket is done right here, without a copy: so its stored
    /// properties are asked for by computed ones, or all of the bucket would be copied for each.
    var slots: [Bucket?] = []
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
            guard let id = slots[slot]?.id, id.app == app, name == nil || name == id.name.text
            else { return nil }
            return slots[slot]?.handle
        }
    }

    /// The handle under which a bucket is held, or is held from now on.
    mutating func open(
        _ id: BucketID, isGuarded: Bool, by rule: (any BucketRule)? = nil
    ) -> BucketHandle {
        if let handle = handles[id] { return handle }
        let slot = free.popLast() ?? addSlot()
        let handle = BucketHandle(slot: Int32(slot), generation: generations[slot])
        handles[id] = handle
        slots[slot] = Bucket(id, handle, isGuarded: isGuarded, by: rule)
        return handle
    }

    mutating func work(
        at slot: Int, _ turn: inout HubTurn, _ work: (inout Bucket, inout HubTurn) -> Void
    ) {
        let before = slots[slot]?.cachedBytes ?? 0
        slots[slot]?.work(&turn, work)
        cachedBytes += (slots[slot]?.cachedBytes ?? 0) - before
        if cachedBytes > turn.limits.memory.bytesInAll { clearCaches() }
    }

    /// Bounds what all buckets hold together, where each alone does not hold too much.
    private mutating func clearCaches() {
        for slot in slots.indices { slots[slot]?.contents.clearCaches() }
        cachedBytes = 0
    }

    mutating func remove(_ handle: BucketHandle) {
        guard let slot = slot(handle), let bucket = slots[slot] else { return }
        cachedBytes -= bucket.contents.cachedBytes
        handles[bucket.id] = nil
        slots[slot] = nil
        generations[slot] &+= 1
        free.append(slot)
    }

    private mutating func addSlot() -> Int {
        slots.append(nil)
        generations.append(0)
        return slots.count - 1
    }
}
