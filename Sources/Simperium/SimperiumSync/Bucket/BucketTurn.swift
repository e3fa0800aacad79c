internal import SimperiumClock
internal import SimperiumWire

/// What one event brings about in a bucket.
struct BucketTurn: Sendable {
    var now = Instant.start
    var touched = DistinctKeys()
    /// Whose absence may have begun or ended.
    var noticed = DistinctKeys()
    var marks: [ReplicaEdit] = []
    var hasMoved = false
    var willChange = DistinctKeys()
    var effects: [Bucket.Effect] = []
}
