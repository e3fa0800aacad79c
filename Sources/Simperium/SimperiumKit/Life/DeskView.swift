internal import SimperiumClock
internal import SimperiumReplica

/// Read access to a bucket within one turn.
struct DeskView: ~Copyable {
    private let desk: BucketDesk
    private let now: Instant

    init(_ desk: BucketDesk, at now: Instant) {
        self.desk = desk
        self.now = now
    }

    subscript(key: ObjectKey) -> JSONObject? { desk[key] }
    var keys: [ObjectKey] { desk.keys }
    var unsynced: [ObjectKey] { desk.unsynced }

    var absent: [ObjectKey: ContinuousClock.Instant] {
        desk.absences.mapValues { ContinuousClock.Instant($0, at: now) }
    }

    func beforeUpdate(_ unsaved: @escaping @Sendable (ObjectKey) -> UnsavedEdit?) {
        desk.live.beforeUpdate { key in
            unsaved(key).map { LiveBucket.UnsavedEdit(from: $0.from, to: $0.to) }
        }
    }
}
