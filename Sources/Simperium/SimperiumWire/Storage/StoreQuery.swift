package import SimperiumClock

/// A hub's query of the store of its buckets. Most queries have an answer with the same name.
package enum StoreQuery: Hashable, Codable, Sendable {
    case bucket(BucketID)
    /// The present state of an object, or its last known state after a removal.
    case entity(ObjectKey, in: BucketID)
    /// An earlier version of an object.
    case version(EntityVersion, of: ObjectKey, in: BucketID)
    /// The changes in the log after this one, the oldest first.
    case changes(after: SequenceNumber, in: BucketID, atMost: AnswerLimit)
    case index(IndexSlice, of: BucketID)
    /// The objects that have an owner, sorted by key.
    case owned(after: ObjectKey?, in: BucketID, atMost: AnswerLimit)
    /// The buckets with objects that have an owner, each once, in a fixed order.
    case presence(after: BucketID?, atMost: AnswerLimit)
    /// The ends of sessions after a time, the latest first.
    case seatEnds(after: ServerTime, atMost: Int)
    /// The names of a user's buckets, sorted.
    case buckets(of: UserID, in: AppID)
    /// The number of other users' objects that a user has copies of.
    case mirrors(of: UserID, in: AppID)
    /// The changes in all buckets with this name, of all users, after a position in their common
    /// log. The oldest change is first. Changes that were dropped are missing.
    case everybodysChanges(after: SequenceNumber, in: BucketName, of: AppID, atMost: AnswerLimit)
    /// The user who owns a name, which is given in its folded form. A host asks its accounts
    /// instead of the store.
    case nameOwner(String, of: AppID)
    /// The pending inserts that are due, the oldest first.
    case debts(atMost: Int)
}

extension StoreQuery {
    /// The bucket that the query is about; nil if the query is not about a single bucket.
    package var subject: BucketID? {
        switch self {
        case .bucket(let id), .entity(_, let id), .version(_, _, let id), .changes(_, let id, _),
            .index(_, let id), .owned(_, let id, _):
            id
        case .presence, .seatEnds, .buckets, .mirrors, .everybodysChanges,
            .nameOwner, .debts:
            nil
        }
    }
}
