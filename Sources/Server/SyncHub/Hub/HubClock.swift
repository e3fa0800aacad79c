import SimperiumClock

/// The present, and what the wall clock says of it.
///
/// Stamps go forward at the pace of the present, and leap forward with the wall clock; when that is
/// set back they go on as if it had not been. So what is judged by them is never due at once, nor
/// never, and a log's stamps don't go back, not even over a restart.
struct HubClock {
    var now = Instant.start
    private var told = Stamp(milliseconds: 0)
    private var toldAt = Instant.start
    private var last = Stamp(milliseconds: 0)

    /// Takes note of what the wall clock says, or of a stamp that was given before.
    mutating func heed(_ stamp: Stamp) {
        guard stamp > self.stamp() else { return }
        (told, toldAt) = (stamp, now)
    }

    /// What is done now is done then.
    mutating func stamp() -> Stamp {
        last = max(last, told + (now - toldAt))
        return last
    }
}
