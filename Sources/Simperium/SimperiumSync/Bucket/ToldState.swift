internal import SimperiumClock
internal import SimperiumWire

/// What the program was told last, so that it is told only what is news.
struct ToldState: Sendable {
    /// The absences that the program knows of.
    var absences: [ObjectKey: Absence] = [:]
    /// The program knows that an index is under way, though the connection may have been lost.
    var isIndexing = false
    var pending = 0
}
