import SimperiumJSON
import SimperiumWire

/// What the works of a bucket need to know, from memory or from the store.
extension Bucket {
    /// What the store says to a query.
    func fact(_ query: StoreQuery) throws(MissingFact) -> StoreAnswer {
        guard let answer = mailbox.facts.answers[query] else { throw .unread(query) }
        return answer
    }

    func storedBucket() throws(MissingFact) -> StoredBucket {
        guard case .bucket(let bucket) = try fact(.bucket(id)) else { throw .damaged }
        return bucket
    }

    /// An object of another bucket, which is none of this one's to remember.
    func foreign(_ key: ObjectKey, in bucket: BucketID) throws(MissingFact) -> JSONObject {
        switch try fact(.entity(key, in: bucket)) {
        case .entity(let stored, _): return try stored.object.map(MissingFact.parsed) ?? [:]
        case .noEntity: return [:]
        default: throw .damaged
        }
    }

    /// An object as it is, or was when it was removed; nil if nothing is known of it.
    mutating func entity(_ key: ObjectKey, _ limits: HubLimits) throws(MissingFact) -> Entity? {
        if let entity = contents.entities.find(key, limits.memory) { return entity }
        switch try fact(.entity(key, in: id)) {
        case .entity(let stored, let changeIDs):
            let object = try object(of: stored, limits)
            let entity = Entity(stored, object: object, changeIDs: RecentIDs(changeIDs))
            contents.entities.insert(entity, limits.memory)
            return entity
        case .noEntity: return nil
        default: throw .damaged
        }
    }

    private func object(
        of stored: StoredEntity, _ limits: HubLimits
    ) throws(MissingFact) -> JSONObject {
        guard let bytes = stored.object else { return [:] }
        guard bytes.count > limits.promptWork else { return try MissingFact.parsed(bytes) }
        guard let known = mailbox.facts.object, known.key == stored.key else {
            throw .uncomputed(Computation(.parse(bytes, of: stored.key)))
        }
        guard let object = known.value else { throw .damaged }
        return object
    }

    /// The same for those who need not look into it: a long one is not read for that.
    mutating func stored(
        _ key: ObjectKey, _ limits: HubLimits
    ) throws(MissingFact) -> StoredEntity? {
        if let entity = contents.entities.find(key, limits.memory) { return entity.stored }
        if case .entity(let stored, _) = try fact(.entity(key, in: id)),
            stored.object?.count ?? 0 > limits.promptWork
        {
            return stored
        }
        return try entity(key, limits)?.stored
    }

    /// The version at which an object begins that `entity` did not find.
    func beginning(of key: ObjectKey) throws(MissingFact) -> EntityVersion {
        guard case .noEntity(let beginning) = try fact(.entity(key, in: id)) else {
            throw .damaged
        }
        return beginning
    }

    /// An earlier version of an object, if it is kept.
    func bytes(
        of version: EntityVersion, before present: StoredEntity
    ) throws(MissingFact) -> [UInt8]? {
        guard version < present.version, options.retention.keeps(version, of: present.version),
            !isPastForgotten(of: present)
        else { return nil }
        let query = StoreQuery.version(version, of: present.key, in: id)
        guard case .version(let bytes) = try fact(query) else { throw .damaged }
        return bytes
    }

    /// Whether an object was removed, and then the bucket emptied. If it comes again, it goes on
    /// with its versions, so that no client takes it for what it knows by the same number; and a
    /// change that made it what it was is not made again.
    func isPastForgotten(of entity: StoredEntity) -> Bool {
        entity.isRemoved && entity.changed <= contents.state.floor
    }

    /// What happened after an ordinal of the log; nil if that is unknown, or too much to tell.
    func history(
        after ordinal: Ordinal, _ limits: HubLimits
    ) throws(MissingFact) -> ArraySlice<StoredChange>? {
        let portion = Portion(
            entries: limits.history.missedChanges, bytes: limits.history.missedBytes)
        let (changes, hasMore) = try logged(after: ordinal, atMost: portion)
        return hasMore ? nil : changes
    }

    /// Whether an ordinal is the head, or one behind which the log goes on.
    func isInHistory(_ ordinal: Ordinal) throws(MissingFact) -> Bool {
        try logged(after: ordinal, atMost: Portion(entries: 1)).changes != nil
    }

    /// What the log has behind an ordinal: all of it, or as much as asked for of the store.
    /// Nil if the ordinal is not known.
    private func logged(
        after ordinal: Ordinal, atMost portion: Portion
    ) throws(MissingFact) -> (changes: ArraySlice<StoredChange>?, hasMore: Bool) {
        if let changes = contents.recent.after(ordinal) { return (changes, false) }
        // A client that comes from another hub may have heard of more than this one.
        guard ordinal < contents.recent.start || ordinal > head else { return (nil, false) }
        let query = StoreQuery.changes(after: ordinal, in: id, atMost: portion)
        guard case .changes(let changes, let hasMore) = try fact(query) else { throw .damaged }
        return (changes?[...], hasMore)
    }

    func index(_ slice: IndexSlice) throws(MissingFact) -> (entities: [StoredEntity], hasMore: Bool)
    {
        guard case .index(let entities, let hasMore) = try fact(.index(slice, of: id)) else {
            throw .damaged
        }
        return (entities, hasMore)
    }

    /// The objects that have an owner, as many as come at once.
    func owned(
        after key: ObjectKey?
    ) throws(MissingFact) -> (entities: [StoredEntity], hasMore: Bool) {
        let portion = Portion(entries: 1_000, bytes: Limits.reply)
        guard
            case .owned(let entities, let hasMore) = try fact(
                .owned(after: key, in: id, atMost: portion))
        else { throw .damaged }
        return (entities, hasMore)
    }
}
