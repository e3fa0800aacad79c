internal import SimperiumClock
internal import SimperiumReplica

/// Read access to a bucket within one turn.
struct BucketView: ~Copyable {
    private let bucket: ClientBucket
    private let now: Instant

    init(_ bucket: ClientBucket, at now: Instant) {
        self.bucket = bucket
        self.now = now
    }

    subscript(key: ObjectKey) -> JSONObject? { bucket[key] }
    var keys: [ObjectKey] { bucket.keys }
    var unsynced: [ObjectKey] { bucket.unsynced }
    var objects: [Keyed<JSONObject>] { bucket.objects }
    var refused: [Refusal] { bucket.refused }

    var absent: [ObjectKey: ContinuousClock.Instant] {
        bucket.absences.mapValues { ContinuousClock.Instant($0, at: now) }
    }

    func beforeUpdate(_ unsaved: @escaping @Sendable (ObjectKey) -> UnsavedEdit?) {
        bucket.live.beforeUpdate { key in
            unsaved(key).map { LiveBucket.UnsavedEdit(from: $0.from, to: $0.to) }
        }
    }
}
