internal import SimperiumClock

/// Since when nothing has come, and whether the peer was asked why.
struct PeerSilence {
    var start: Instant
    var hasBeenAsked = false
    /// The time of the last report of a sign of life to the owner.
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
