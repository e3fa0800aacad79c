/// A change in a bucket, by another client or, if requested, by the program itself.
///
/// A change names the objects to read again. If an object changes several times before the reader
/// receives the first change, the changes are reported as one.
@nonexhaustive
public enum BucketChange: Hashable, Sendable {
    /// Anything may have changed: read all objects. This is the first change of each sequence. It
    /// comes again after a new or interrupted index, after a sign-out that leaves no objects, and
    /// when the reader was too slow.
    case everything
    case inserted(ObjectKey)
    /// An object was changed. `members` has the names of the members that were added, changed or
    /// removed.
    case updated(ObjectKey, members: Set<String>)
    case deleted(ObjectKey)
    /// The owners of these presence objects are absent. Each owner may return until this time;
    /// otherwise `deleted` follows.
    case away([ObjectKey], until: ContinuousClock.Instant)
    case back([ObjectKey])
}
