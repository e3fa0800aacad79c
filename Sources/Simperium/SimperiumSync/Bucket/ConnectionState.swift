internal import SimperiumClock
internal import SimperiumWire

/// What is true of a bucket for the present connection only.
struct ConnectionState: Sendable {
    /// Since when a question, not counting changes, awaits its answer.
    var askedAt: Instant?
    var index = IndexRun()
    var indexings = 0
    /// The changes that were sent on this connection and await their answers.
    var sent = SentChanges()
    /// How often each object was repaired without the program asking.
    var repairs: [ObjectKey: Int] = [:]
    /// The objects whose next change is to carry all of them.
    var wholes: Set<ObjectKey> = []
    var hasAuthorizedAgain = false
    var loads: [ObjectKey: Load] = [:]
    /// Whose owners are away.
    var away: [ObjectKey: Absence] = [:]
    /// Asked for the changes since the cursor, because the hub says it knows a change of ours.
    var awaitsChanges = false
    /// The hub was overloaded: nothing is sent until then.
    var restsUntil: Instant?
    var overloads = 0
}
