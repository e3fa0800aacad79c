internal import SimperiumClock
internal import SimperiumWire

/// The state that the program was last notified of, so that it is sent only news.
struct NotifiedState: Sendable {
    /// The absences that were sent to the program.
    var absences: [ObjectKey: Absence] = [:]
    /// True between `willIndex` and `didIndex`, also across connections.
    var isIndexing = false
    var pending = 0
}
