package import SimperiumClock

/// What a hub asks of the store that keeps its buckets. Each query has an answer of the same name.
package enum StoreQuery: Hashable, Codable, Sendable {
    case bucket(BucketID)
    /// An object as it is now, or the last that is known of it after its removal.
    case entity(ObjectKey, in: BucketID)
    /// An object as it was at an earlier version.
    case version(EntityVersion, of: ObjectKey, in: BucketID)
    /// The log behind one of its changes, oldest first.
    case changes(after: Ordinal, in: BucketID, atMost: Portion)
    case index(IndexSlice, of: BucketID)
    /// The objects that have an owner, sorted by key.
    case owned(after: ObjectKey?, in: BucketID, atMost: Portion)
    /// The buckets in which objects have an owner, each once, in an order that never changes.
    case presence(after: BucketID?, atMost: Portion)
    /// How seats ended after a stamp, the last one first.
    case seatEnds(after: Stamp, atMost: Int)
    /// The names of a user's buckets, sorted.
    case buckets(of: UserID, in: AppID)
    /// How many objects of others a user has.
    case mirrors(of: UserID, in: AppID)
    /// What happened in the buckets of this name, of all users, behind one change in the log that
    /// they all share, oldest first. Of what is forgotten there is nothing.
    case everybodysChanges(after: Ordinal, in: BucketName, of: AppID, atMost: Portion)
    /// The place of the last one.
    case everybodysHead(BucketName, of: AppID)
    /// Which user of an app owns a name, by what all its spellings have in common.
    case nameOwner(String, of: AppID)
    /// What is owed and due, in the order in which it was noted.
    case debts(atMost: Int)
    /// Asked of a store alone that other hubs write to, too: to write these, if it may be.
    case append(LogBatch)
    case lease(LeaseWish, in: BucketID)
    /// All leases in a bucket, sorted.
    case leases(in: BucketID)
    /// Asked of such a store alone, too: what of a bucket is on its way to others, in its order.
    case parcels(of: BucketID, atMost: Portion)
    /// Strikes off those of these places, which have arrived.
    case strike([Ordinal], of: BucketID)
    /// How far a user's log has followed an owner's.
    case parcelMark(of: UserID, in: BucketID)
}

extension StoreQuery {
    /// The one bucket that it is about; nil if it is about many.
    package var subject: BucketID? {
        switch self {
        case .bucket(let id), .entity(_, let id), .version(_, _, let id), .changes(_, let id, _),
            .index(_, let id), .owned(_, let id, _):
            id
        case .append(let batch): batch.bucket
        case .lease(_, let id), .leases(let id), .parcels(let id, _), .strike(_, let id),
            .parcelMark(_, let id):
            id
        case .presence, .seatEnds, .buckets, .mirrors, .everybodysChanges, .everybodysHead,
            .nameOwner, .debts:
            nil
        }
    }
}
