/// What others did in a bucket, as a reader of it is told.
///
/// It tells which objects to look at again, not each step: what happened to an object since its
/// reader looked last is one change.
@nonexhaustive
public enum BucketChange: Hashable, Sendable {
    /// Anything may be different: read all. The first change of each reader is this one; it comes
    /// again when all was read anew from the server, and when the reader was too slow.
    case everything
    case inserted(ObjectKey)
    /// With the names of the members that are new, different or gone.
    case updated(ObjectKey, members: Set<String>)
    case deleted(ObjectKey)
    /// The connections of those who own these objects of presence broke. They may return until
    /// then, or `deleted` follows.
    case away([ObjectKey], until: ContinuousClock.Instant)
    case back([ObjectKey])
}
