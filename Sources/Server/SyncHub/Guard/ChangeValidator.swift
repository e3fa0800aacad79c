package import SimperiumClock
package import SimperiumJSON
package import SimperiumWire

/// A validator of the changes in some buckets of a log, such as a game's referee.
///
/// A validator is a value. The hub creates a validator when it opens the log, and drops the
/// validator with the log. The validator builds its state from the events in its buckets.
///
/// Order of calls: `observe` with all objects that exist, `.foundAll` for each bucket, and
/// `.opened`; then for each change `neededQuery`, `validate`, `observe`, `crossLogInsertEdits`.
///
/// The result of a validation must depend only on the observed events, the proposal and the time.
/// The hub validates a change just before appending it.
///
/// The hub knows a validator only through this protocol, because the rules are in another module.
/// The validator is an existential and not a type parameter: a generic hub would make every type of
/// this module generic.
package protocol ChangeValidator: Sendable {
    /// The guarded buckets: the validator must approve their changes. All are opened with the log,
    /// because the validation of a change in one bucket may need the objects of another.
    var buckets: [BucketName] { get }

    /// The version of the rules, for clients that ask for it; nil if no client needs the version.
    var rules: Int? { get }

    mutating func observe(_ observation: GuardedBucketEvent, in bucket: BucketName, at now: Instant)

    /// Returns and clears the last observed change's edits to pending inserts. `ordinal` is that
    /// change's ordinal.
    mutating func crossLogInsertEdits(as ordinal: SequenceNumber) -> CrossLogInsertEdits

    /// Returns the query that the validation of a change needs; nil if none is needed. The change
    /// waits for the answer.
    func neededQuery(about proposal: ProposedChange) -> StoreQuery?

    func validate(_ proposal: ProposedChange, at now: Instant) -> ValidationResult

    /// Returns the outcome of a session that is about to end; nil if the session has none. The hub
    /// calls this before it removes the session's objects. If the client returns within some
    /// minutes, the hub sends the outcome to the client.
    func sessionOutcome(of clientID: ClientID, reason: SessionEndReason, at stamp: ServerTime)
        -> JSONObject?

    /// Returns the object that proves that a client's session belongs to a user; nil if there is
    /// none. Another connection of this user may take over the session without the session's
    /// secret.
    func sessionProofObject(of user: UserID, as clientID: ClientID) -> (
        bucket: BucketName, key: ObjectKey
    )?

    /// Returns the start times of the clocks that the validator keeps, of one object or of all
    /// objects in a bucket, sorted by key. The hub sends the clocks' ages to clients that connect
    /// later. The hub calls this only after `.opened`.
    func clockStartTimes(in bucket: BucketName, of key: ObjectKey?) -> [(
        key: ObjectKey, since: ServerTime
    )]

    /// Returns the members to remove from a connection's objects, because the connection no longer
    /// belongs to `user`.
    func membersToRemove(from objects: ConnectionPresenceObjects, signingOut user: UserID)
        -> [ObjectMemberRemoval]
}

/// A member to remove from an object.
package struct ObjectMemberRemoval: Hashable, Sendable {
    package let bucket: BucketName
    package let key: ObjectKey
    package let member: JSONString

    package init(bucket: BucketName, key: ObjectKey, member: JSONString) {
        self.bucket = bucket
        self.key = key
        self.member = member
    }
}

/// The defaults, for a validator that needs no store and no accounts.
extension ChangeValidator {
    package mutating func crossLogInsertEdits(as ordinal: SequenceNumber) -> CrossLogInsertEdits {
        CrossLogInsertEdits()
    }

    package func neededQuery(about proposal: ProposedChange) -> StoreQuery? { nil }

    package func sessionProofObject(
        of user: UserID, as clientID: ClientID
    ) -> (bucket: BucketName, key: ObjectKey)? { nil }

    package func clockStartTimes(
        in bucket: BucketName, of key: ObjectKey?
    ) -> [(key: ObjectKey, since: ServerTime)] { [] }

    package func membersToRemove(from objects: ConnectionPresenceObjects, signingOut user: UserID)
        -> [ObjectMemberRemoval]
    { [] }
}

/// The source of an app's validators: a `ChangeValidator` for a whole log, or a `BucketValidator`
/// for a single bucket.
package protocol ChangeValidatorProvider: Sendable {
    /// Returns a new validator for a log; nil if the log needs none, because all clients of the
    /// log's user may write to the log.
    func changeValidator(for log: UserLogID) -> (any ChangeValidator)?

    /// Returns the validator for a bucket of a log without a `ChangeValidator`; nil if there is
    /// none.
    func bucketValidator(for bucket: BucketID) -> (any BucketValidator)?

    /// Returns true if a channel in this bucket decides which user its connection belongs to.
    func isSignInBucket(_ bucket: BucketID) -> Bool
}

extension ChangeValidatorProvider {
    package func bucketValidator(for bucket: BucketID) -> (any BucketValidator)? { nil }

    package func isSignInBucket(_ bucket: BucketID) -> Bool { false }
}

/// A box for the provider of the validators. A value of unknown size would make many accesses copy
/// the whole hub.
final class BoxedValidatorProvider: Sendable {
    let provider: any ChangeValidatorProvider

    init(_ provider: any ChangeValidatorProvider) {
        self.provider = provider
    }
}

/// A provider without validators, for a plain server.
package struct NoValidators: ChangeValidatorProvider {
    package init() {}

    package func changeValidator(for log: UserLogID) -> (any ChangeValidator)? { nil }
}

/// A validator for one bucket. It needs only the change and the number of objects, so no other
/// object of the bucket is loaded.
///
/// A class, because a value of unknown size would make each access copy the whole bucket.
package protocol BucketValidator: AnyObject, Sendable {
    func validate(_ proposal: ProposedChange, objectCount count: Int) -> ValidationResult
}

package enum ValidationResult: Hashable, Sendable {
    case allowed
    /// The change is allowed, but results in this object: the validator has set members that only
    /// the server may set, such as a time. The author receives the same answer as after a merge
    /// with another client's change.
    ///
    /// If a user leaves an object, the hub first changes the object to this one, in the user's
    /// name.
    case allowedBecoming(JSONObject)
    /// The object is another client's: error 401.
    case notYours(reason: String)
    /// The change breaks the rules: error 400.
    case notLegal(reason: String)
}

/// An event in a guarded bucket. The events come in the order of the log.
///
/// A `ChangeValidator` builds its state from these events. Before a proposal, the validator has
/// received all earlier events of all its buckets.
package enum GuardedBucketEvent: Hashable, Sendable {
    /// An object that existed when the log was opened, with the client id of its owner (nil without
    /// an owner), and the time of its last change. The objects that were changed longest ago come
    /// first.
    case found(ObjectKey, JSONObject, of: ClientID?, at: ServerTime)
    /// All objects of the bucket have been found.
    case foundAll
    /// All buckets of the log have been shown, with their absences. Live events follow.
    case opened(at: ServerTime)
    case inserted(ObjectKey, JSONObject, by: ClientID, at: ServerTime)
    case modified(ObjectKey, JSONObject, by: ClientID, at: ServerTime)
    case removed(ObjectKey, by: ClientID, at: ServerTime)
    /// The owner of these objects is away. Later, `removed` follows for each object, or `back`.
    case away([ObjectKey], since: ServerTime)
    case back([ObjectKey], at: ServerTime)
    /// The hub has dropped the bucket after a store failure. The hub will open the bucket and show
    /// its objects again.
    case lost
}

/// The effects of an observed change on buckets of other logs. The store writes them in one step
/// with the change.
package struct CrossLogInsertEdits: Hashable, Sendable {
    /// A move of all pending inserts of one bucket to another bucket. The moved inserts become due.
    package struct PendingInsertsMove: Hashable, Sendable {
        let from: BucketID
        let to: BucketID

        package init(from: BucketID, to: BucketID) {
            self.from = from
            self.to = to
        }
    }

    /// The pending inserts to add.
    package var owed: [PendingCrossLogInsert] = []
    /// The pending inserts to move; nil if there are none.
    package var assigned: PendingInsertsMove?
    /// The bucket whose pending inserts are dropped, because no user needs them any more; nil if no
    /// inserts are dropped.
    package var forgiven: BucketID?

    package init() {}
}

extension HubContext {
    mutating func write(_ edits: CrossLogInsertEdits, for bucket: BucketID) {
        if !edits.owed.isEmpty { effects.append(.write(.owe(edits.owed, for: bucket))) }
        if let assigned = edits.assigned {
            effects.append(.write(.assign(assigned.from, to: assigned.to)))
        }
        if let forgiven = edits.forgiven { effects.append(.write(.forgive(nil, in: forgiven))) }
    }
}
