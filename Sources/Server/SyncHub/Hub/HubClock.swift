import SimperiumClock

/// The hub's clock: the present instant, and the server time that changes are stamped with.
///
/// The server time advances with the instant, and jumps forward with the wall clock. If the wall
/// clock is set back, the server time continues as before. So no deadline is early or missed, and a
/// log's times don't decrease, even across a restart.
struct HubClock {
    var now = Instant.start
    private var told = ServerTime(milliseconds: 0)
    private var toldAt = Instant.start
    private var last = ServerTime(milliseconds: 0)

    /// Adopts a time of the wall clock or of an earlier change, if it is later.
    mutating func adoptIfLater(_ stamp: ServerTime) {
        guard stamp > self.stamp() else { return }
        (told, toldAt) = (stamp, now)
    }

    /// Returns the server time of a change that is made now.
    mutating func stamp() -> ServerTime {
        last = max(last, told + (now - toldAt))
        return last
    }
}
