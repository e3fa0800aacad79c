package import SimperiumClock
package import SimperiumJSON
package import SimperiumWire

/// Keeps some buckets of a log by rules of its own, such as those of a game.
///
/// It is a value that is opened with the log, folds what happens there, and is dropped with it. A
/// verdict follows from what was folded, from the proposal and from the time, and from nothing
/// else: it holds for the moment at which the change is appended, and wherever it is asked.
///
/// The hub knows a guard only by these five words, for its rules are another target's. A log has
/// one box for its guard from its opening to its end, and none if nothing guards it; a hub that
/// were generic over its guard would make every type of this target so, for apps that have none.
package protocol Guard: Sendable {
    /// Those that it keeps. All are opened with the log, for a verdict about one may need others.
    var buckets: [BucketName] { get }

    /// The version of its rules, for clients that ask for it; nil if they are nobody's business.
    var rules: Int? { get }

    mutating func observe(_ observation: Observation, in bucket: BucketName, at now: Instant)

    func verdict(on proposal: Proposal, at now: Instant) -> Verdict

    /// What comes of it that a client's seat is about to end: asked before its objects are removed,
    /// and told to the client if it comes back within some minutes.
    func ending(of clientID: ClientID, why: SeatEnd.Why, at stamp: Stamp) -> JSONObject?
}

/// Which logs are guarded, and by what.
package protocol Guards: Sendable {
    /// A guard that has seen nothing yet; nil for a log that any client of its user may write.
    func `guard`(for log: LogID) -> (any Guard)?
}

/// A plain server's: no log is guarded.
package struct NoGuards: Guards {
    package init() {}

    package func `guard`(for log: LogID) -> (any Guard)? { nil }
}
