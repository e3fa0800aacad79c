internal import SimperiumClock

/// Since when nothing has come, and whether the peer was asked why.
struct PeerSilence {
    var start: Instant
    var hasBeenAsked = false
    /// When the owner was told of a sign of life last.
    var told: Instant

    init(start: Instant) {
        self.start = start
        told = start
    }

    mutating func end(at now: Instant) {
        start = now
        hasBeenAsked = false
    }
}
