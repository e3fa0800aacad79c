package import SimperiumWire

/// Everybody's changes in the buckets of one name of an app, in one order: a feed.
///
/// Each user's log lies where a cluster has put it, so no step is of a log and a feed. What is in a
/// log, whoever wrote it has brought to the feed, which knows how far it has each bucket.
package struct FeedID: Hashable, Sendable {
    package let app: AppID
    package let bucket: BucketName

    package init(app: AppID, bucket: BucketName) {
        self.app = app
        self.bucket = bucket
    }

    package init(of bucket: BucketID) {
        self.init(app: bucket.app, bucket: bucket.name)
    }
}

package enum FeedDeed: Hashable, Sendable {
    /// Adds what a user's bucket has behind a place, if the feed has it up to there; and says how
    /// far it has it now. Its own places are of that life of the engine, or of a later one.
    case add(
        [StoredChange], of: UserID, behind: Ordinal, epoch: UInt32, keeping: FeedLimits = .usual)
    case page(after: Ordinal, atMost: Portion)
    case head
}

package enum FeedAnswer: Hashable, Sendable {
    /// Up to there the feed has that bucket.
    case stands(at: Ordinal)
    /// In the feed's order, and at its places; nil behind a place that it does not have.
    case page([UsersChange]?, hasMore: Bool, head: Ordinal)
}

/// How much of its past a feed keeps.
package struct FeedLimits: Hashable, Sendable {
    package static let usual = FeedLimits(entries: 100_000, bytes: 64 << 20)

    package let entries: Int
    package let bytes: Int

    package init(entries: Int, bytes: Int) {
        self.entries = entries
        self.bytes = bytes
    }
}
