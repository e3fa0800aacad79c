internal import SimperiumClock
internal import SimperiumWire

/// The effects of one event on a bucket, collected while it is handled.
struct BucketTurn: Sendable {
    var now = Instant.start
    var touched = DistinctKeys()
    /// The objects whose absence may have begun or ended.
    var noticed = DistinctKeys()
    var marks: [ReplicaEdit] = []
    var hasMoved = false
    var willChange = DistinctKeys()
    var effects: [ReplicaBucket.Effect] = []
}
