internal import SimperiumClock
internal import SimperiumWire

/// The state of a bucket that ends with the present connection.
struct ConnectionState: Sendable {
    /// The time of the oldest unanswered request, without changes.
    var askedAt: Instant?
    var index = IndexScan()
    var indexings = 0
    /// The changes that were sent on this connection and await their answers.
    var sent = SentChanges()
    /// The number of repairs of each object that the program did not ask for.
    var repairs: [ObjectKey: Int] = [:]
    /// The objects whose next change must contain the whole object.
    var wholes: Set<ObjectKey> = []
    var hasAuthorizedAgain = false
    var loads: [ObjectKey: ObjectLoad] = [:]
    /// The objects whose owners are away.
    var away: [ObjectKey: Absence] = [:]
    /// True while the changes since the cursor were requested because the hub reports that it knows
    /// a change in flight.
    var awaitsChanges = false
    /// The end of the pause that an overloaded hub asked for. Nothing is sent until then.
    var restsUntil: Instant?
    var overloads = 0
}
