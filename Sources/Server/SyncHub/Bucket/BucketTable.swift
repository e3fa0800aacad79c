import SimperiumWire

/// The buckets in memory. A bucket keeps its slot as long as it is open.
struct BucketTable {
    /// The buckets, which are changed in place. A free slot contains an empty bucket instead of
    /// nil, because each access through an optional would copy the bucket.
    var slots: [Bucket] = []
    private(set) var cachedBytes = 0
    private var generations: [UInt32] = []
    private var free: [Int] = []
    private var handles: [BucketID: BucketHandle] = [:]

    var count: Int { handles.count }

    func handle(of id: BucketID) -> BucketHandle? { handles[id] }

    /// Returns a bucket's slot; nil if the bucket was removed after the handle was made.
    func slot(_ handle: BucketHandle) -> Int? {
        let slot = Int(handle.slot)
        return generations[slot] == handle.generation ? slot : nil
    }

    /// Returns the handles of the app's open buckets with this name; of all open buckets of the app
    /// if `name` is nil.
    func handles(of app: AppID, named name: String?) -> [BucketHandle] {
        slots.indices.compactMap { slot in
            let (id, handle) = (slots[slot].id, slots[slot].handle)
            guard id.app == app, name == nil || name == id.name.text else { return nil }
            return self.slot(handle) == nil ? nil : handle
        }
    }

    /// Returns the ids of the log's open buckets, sorted by name.
    func bucketIDs(of log: UserLogID) -> [BucketID] {
        handles.keys.filter { $0.log == log }.sorted { $0.name.text < $1.name.text }
    }

    var logs: Set<UserLogID> { Set(handles.keys.map(\.log)) }

    /// Adds a bucket and returns its handle. The bucket must not be in the table.
    mutating func add(
        _ id: BucketID, isGuarded: Bool, by validator: (any BucketValidator)?
    ) -> BucketHandle {
        let slot = free.popLast() ?? slots.count
        if slot == slots.count { generations.append(0) }
        let handle = BucketHandle(slot: Int32(slot), generation: generations[slot])
        handles[id] = handle
        let bucket = Bucket(id, handle, isGuarded: isGuarded, by: validator)
        if slot == slots.count { slots.append(bucket) } else { slots[slot] = bucket }
        return handle
    }

    /// Changes a bucket in place. Then clears the caches of all buckets if their total size exceeds
    /// the limit.
    mutating func changeBucketWithinMemoryLimit(
        at slot: Int, _ context: inout HubContext, _ work: (inout Bucket, inout HubContext) -> Void
    ) {
        let before = slots[slot].cachedBytes
        work(&slots[slot], &context)
        cachedBytes += slots[slot].cachedBytes - before
        if cachedBytes > context.limits.memory.bytesInAll { clearAllCaches() }
    }

    private mutating func clearAllCaches() {
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
