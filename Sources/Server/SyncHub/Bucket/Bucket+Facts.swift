import SimperiumJSON
import SimperiumWire

/// Reads of memory and of the store. A function throws `SuspensionReason.unread` if the work item
/// must wait for the store, `uncomputed` if another thread must parse a long object first, and
/// `damaged` if the store's answer is invalid.
extension Bucket {
    func storeAnswer(_ query: StoreQuery) throws(SuspensionReason) -> StoreQueryAnswer {
        guard let answer = mailbox.facts.answers[query] else { throw .unread(query) }
        return answer
    }

    func storedBucket() throws(SuspensionReason) -> StoredBucket {
        guard case .bucket(let bucket) = try storeAnswer(.bucket(id)) else { throw .damaged }
        return bucket
    }

    /// Returns an object of another bucket; an empty object if the key has none. Nothing is cached.
    func objectOfOtherBucket(_ key: ObjectKey, in bucket: BucketID) throws(SuspensionReason)
        -> JSONObject
    {
        switch try storeAnswer(.entity(key, in: bucket)) {
        case .entity(let stored, _): return try stored.object.map(SuspensionReason.parsed) ?? [:]
        case .noEntity: return [:]
        default: throw .damaged
        }
    }

    /// Returns the entity under a key, even a removed one; nil if the key is unknown.
    mutating func entity(_ key: ObjectKey, _ limits: HubLimits) throws(SuspensionReason)
        -> CachedEntity?
    {
        if let entity = contents.entities.find(key, limits.memory) { return entity }
        switch try storeAnswer(.entity(key, in: id)) {
        case .entity(let stored, let changeIDs):
            let object = try object(of: stored, limits)
            let entity = CachedEntity(
                stored: stored, object: object, changeIDs: RecentChangeIDs(changeIDs))
            contents.entities.insert(entity, limits.memory)
            return entity
        case .noEntity: return nil
        default: throw .damaged
        }
    }

    private func object(
        of stored: StoredEntity, _ limits: HubLimits
    ) throws(SuspensionReason) -> JSONObject {
        guard let bytes = stored.object else { return [:] }
        guard bytes.count > limits.promptWork else { return try SuspensionReason.parsed(bytes) }
        guard let known = mailbox.facts.object, known.key == stored.key else {
            throw .uncomputed(OffThreadComputation(task: .parse(bytes, of: stored.key)))
        }
        guard let object = known.value else { throw .damaged }
        return object
    }

    /// Returns the stored entity, without parsing a long object; nil if the key is unknown.
    mutating func unparsedEntity(
        _ key: ObjectKey, _ limits: HubLimits
    ) throws(SuspensionReason) -> StoredEntity? {
        if let entity = contents.entities.find(key, limits.memory) { return entity.stored }
        if case .entity(let stored, _) = try storeAnswer(.entity(key, in: id)),
            stored.object?.count ?? 0 > limits.promptWork
        {
            return stored
        }
        return try entity(key, limits)?.stored
    }

    /// Returns the version that a new object must begin with. It is above the versions of removed
    /// objects that the store has forgotten. The caller has found no entity under the key.
    func firstVersionOfNewObject(of key: ObjectKey) throws(SuspensionReason) -> EntityVersion {
        guard case .noEntity(let beginning) = try storeAnswer(.entity(key, in: id)) else {
            throw .damaged
        }
        return beginning
    }

    /// Returns the object at an earlier version; nil if the version is not earlier or not retained.
    func objectBytes(
        at version: EntityVersion, before present: StoredEntity
    ) throws(SuspensionReason) -> [UInt8]? {
        guard version < present.version, options.retention.keeps(version, of: present.version),
            !isRemovalOutsideLog(of: present)
        else { return nil }
        let query = StoreQuery.version(version, of: present.key, in: id)
        guard case .version(let bytes) = try storeAnswer(query) else { throw .damaged }
        return bytes
    }

    /// Returns true if the object was removed, and the log no longer contains the removal: after
    /// an `EMPTY`, or if the store had shortened the log before the bucket was loaded.
    ///
    /// If the object is created again, its version numbers continue, because a client might
    /// otherwise confuse the new object with the old one. The ids of old changes are still
    /// compared, so that no change is applied twice.
    func isRemovalOutsideLog(of entity: StoredEntity) -> Bool {
        entity.isRemoved && entity.changed <= contents.state.floor
    }

    /// Returns the changes after an ordinal; nil if the ordinal is unknown, or if the changes
    /// exceed the limits.
    func historyWithinLimits(
        after ordinal: SequenceNumber, _ limits: HubLimits
    ) throws(SuspensionReason) -> ArraySlice<StoredChange>? {
        let portion = StoreAnswerLimit(
            entries: limits.history.missedChanges, bytes: limits.history.missedBytes)
        let (changes, hasMore) = try loggedPortion(after: ordinal, atMost: portion)
        return hasMore ? nil : changes
    }

    /// Returns true if the log contains the ordinal, or starts directly after it, so that the
    /// changes after it can be read.
    func isInHistory(_ ordinal: SequenceNumber) throws(SuspensionReason) -> Bool {
        try loggedPortion(after: ordinal, atMost: StoreAnswerLimit(entries: 1)).changes != nil
    }

    /// Returns the changes after an ordinal: all changes if they are in memory, otherwise a portion
    /// from the store. `changes` is nil if the ordinal is unknown. `hasMore` is true if more
    /// changes follow the portion.
    private func loggedPortion(
        after ordinal: SequenceNumber, atMost portion: StoreAnswerLimit
    ) throws(SuspensionReason) -> (changes: ArraySlice<StoredChange>?, hasMore: Bool) {
        if let changes = contents.recent.changes(after: ordinal) { return (changes, false) }
        // An ordinal after the head comes from another hub. The store does not know this ordinal
        // either, but answers only the owner of the log, so a former owner fails here.
        guard ordinal < contents.recent.start || ordinal > head else { return (nil, false) }
        let query = StoreQuery.changes(after: ordinal, in: id, atMost: portion)
        guard case .changes(let changes, let hasMore) = try storeAnswer(query) else {
            throw .damaged
        }
        return (changes?[...], hasMore)
    }

    func index(_ slice: IndexSliceQuery) throws(SuspensionReason) -> (
        entities: [StoredEntity], hasMore: Bool
    ) {
        guard case .index(let entities, let hasMore) = try storeAnswer(.index(slice, of: id)) else {
            throw .damaged
        }
        return (entities, hasMore)
    }

    /// Returns a portion of the objects that have an owner, in the order of their keys.
    func objectsWithOwners(
        after key: ObjectKey?
    ) throws(SuspensionReason) -> (entities: [StoredEntity], hasMore: Bool) {
        let portion = StoreAnswerLimit(entries: 1_000, bytes: Limits.reply)
        guard
            case .owned(let entities, let hasMore) = try storeAnswer(
                .owned(after: key, in: id, atMost: portion))
        else { throw .damaged }
        return (entities, hasMore)
    }
}
