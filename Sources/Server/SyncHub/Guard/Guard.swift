package import SimperiumClock
package import SimperiumJSON
package import SimperiumWire

/// Keeps some buckets of a log by rules of its own, such as those of a game.
///
/// It is a value that is opened with the log, folds what happens there, and is dropped with it. A
/// verdict follows from what was folded, from the proposal and from the time, and from nothing
/// else: it holds for the moment at which the change is appended, and wherever it is asked.
///
/// The hub knows a guard only by these words, for its rules are another target's. A log has
/// one box for its guard from its opening to its end, and none if nothing guards it; a hub that
/// were generic over its guard would make every type of this target so, for apps that have none.
package protocol Guard: Sendable {
    /// Those that it keeps. All are opened with the log, for a verdict about one may need others.
    var buckets: [BucketName] { get }

    /// The version of its rules, for clients that ask for it; nil if they are nobody's business.
    var rules: Int? { get }

    mutating func observe(_ observation: Observation, in bucket: BucketName, at now: Instant)

    /// What is owed to others' buckets because of what was just observed, which has that ordinal.
    mutating func takeDues(as ordinal: Ordinal) -> Dues

    /// What only the store knows and a verdict needs. The change waits for it.
    func question(about proposal: Proposal) -> StoreQuery?

    func verdict(on proposal: Proposal, at now: Instant) -> Verdict

    /// What comes of it that a client's seat is about to end: asked before its objects are removed,
    /// and told to the client if it comes back within some minutes.
    func ending(of clientID: ClientID, why: SeatEnd.Why, at stamp: Stamp) -> JSONObject?

    /// The object of a client by which it has its seat, if that says that a user is here: on
    /// another connection of that user's the seat may be taken over without its secret.
    func token(of user: UserID, as clientID: ClientID) -> (bucket: BucketName, key: ObjectKey)?

    /// Since when what its rules count runs in an object, or in all of a bucket in the order of
    /// their keys: who comes in between can't know it. Asked when the log is open.
    func starts(in bucket: BucketName, of key: ObjectKey?) -> [(key: ObjectKey, since: Stamp)]

    /// What is not true any more of what a connection owns, now that it does not belong to a user
    /// any longer.
    func corrections(to belongings: Belongings, without user: UserID) -> [Correction]
}

/// A member that an object loses, whoever wrote it.
package struct Correction: Hashable, Sendable {
    package let bucket: BucketName
    package let key: ObjectKey
    package let member: JSONString

    package init(bucket: BucketName, key: ObjectKey, member: JSONString) {
        self.bucket = bucket
        self.key = key
        self.member = member
    }
}

/// Most guards know what they need, and nothing of accounts.
extension Guard {
    package mutating func takeDues(as ordinal: Ordinal) -> Dues { Dues() }

    package func question(about proposal: Proposal) -> StoreQuery? { nil }

    package func token(
        of user: UserID, as clientID: ClientID
    ) -> (bucket: BucketName, key: ObjectKey)? { nil }

    package func starts(
        in bucket: BucketName, of key: ObjectKey?
    ) -> [(key: ObjectKey, since: Stamp)] { [] }

    package func corrections(to belongings: Belongings, without user: UserID) -> [Correction] {
        []
    }
}

/// Which logs are guarded, and by what.
package protocol Guards: Sendable {
    /// A guard that has seen nothing yet; nil for a log that any client of its user may write.
    func `guard`(for log: LogID) -> (any Guard)?

    /// What keeps a bucket of a log that has no guard; nil if nothing does.
    func rule(for bucket: BucketID) -> (any BucketRule)?

    /// Whether a channel in this bucket says whose its connection is.
    func isSignIn(_ bucket: BucketID) -> Bool
}

extension Guards {
    package func rule(for bucket: BucketID) -> (any BucketRule)? { nil }

    package func isSignIn(_ bucket: BucketID) -> Bool { false }
}

/// Guards where they need not be moved along: a value of unknown size in a hub would have the whole
/// hub copied for many a question about it.
final class KeptGuards: Sendable {
    let guards: any Guards

    init(_ guards: any Guards) {
        self.guards = guards
    }
}

/// A plain server's: no log is guarded.
package struct NoGuards: Guards {
    package init() {}

    package func `guard`(for log: LogID) -> (any Guard)? { nil }
}
