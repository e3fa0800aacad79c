import SimperiumWire

extension ModelLog {
    func answer(_ query: LogQuery) -> EngineFact {
        let owner = { (lease: Ordinal) in leases[lease]?.lease.clientID }
        switch query {
        case .bucket(let name):
            var state = bucket(name).state
            if state.head == .zero { state.others = buckets.count }
            return .stored(.bucket(state))
        case .entity(let key, let name): return .stored(bucket(name).entity(key, owner))
        case .version(let version, let key, let name):
            return .stored(.version(bucket(name).version(version, of: key)))
        case .changes(let place, let name, let portion):
            return .stored(bucket(name).changes(after: place, portion))
        case .index(let slice, let name): return .stored(bucket(name).index(slice, owner))
        case .owned(let key, let name, let portion):
            return .stored(bucket(name).owned(after: key, portion, owner))
        case .buckets: return .stored(.buckets(bucketNames))
        case .parcels(let name, let portion):
            let all = relations.parcels[name] ?? []
            let part = portion.part(of: all) { $0.entry.count }
            return .stored(.parcels(part, hasMore: part.count < all.count))
        case .parcelMark(let user, let name):
            return .stored(.parcelMark(relations.marks[name]?[user] ?? .zero))
        case .mirrors:
            return .stored(.mirrors(buckets.values.reduce(0) { $0 + $1.state.mirrors }))
        case .viewers(let objects):
            return .viewers(relations.views.filter { objects.contains($0.key) })
        case .missed(let place, let known, let portion):
            return missed(after: place, in: known, portion)
        case .trimmable(let name, let limits, let bytes, let most):
            return bucket(name).trimmable(limits, bytes: bytes, atMost: most)
        case .remains(let name, let place, let most):
            let keys = (dropped[EngineLog.Dropped(name, at: place)] ?? []).sorted {
                $0.text < $1.text
            }
            return .remains(Array(keys.prefix(most)))
        }
    }

    private func bucket(_ name: BucketName) -> ModelBucket { buckets[name] ?? ModelBucket() }

    private func missed(
        after place: Ordinal, in known: [BucketName], _ portion: Portion
    ) -> EngineFact {
        let unknown = buckets.keys.filter { !known.contains($0) }.sorted { $0.text < $1.text }
        guard unknown.isEmpty else { return .missed([], unknown: unknown, hasMore: false) }
        let changes = known.flatMap { bucket($0).log(after: place) }.map {
            EngineEntry(at: $0.change.ordinal, $0.stamp, .change($0.record))
        }
        let rest = (changes + notes.filter { $0.place > place }).sorted { $0.place < $1.place }
        let part = portion.part(of: rest) { entry in
            guard case .change(let record) = entry.act else { return 0 }
            return record.entry?.count ?? 0
        }
        return .missed(part, unknown: [], hasMore: part.count < rest.count)
    }
}
