/// A change in a bucket, by another client or, if requested, by the program itself.
///
/// A change names the objects to read again. All changes of an object that its reader has not
/// received are reported as one.
@nonexhaustive
public enum BucketChange: Hashable, Sendable {
    /// Anything may have changed: read all objects. It is the first change of each sequence, and
    /// comes again after a new index and when the reader was too slow.
    case everything
    case inserted(ObjectKey)
    /// An object was changed. `members` has the names of the members that were added, changed or
    /// removed.
    case updated(ObjectKey, members: Set<String>)
    case deleted(ObjectKey)
    /// The owners of these presence objects lost their connections. They may return until this
    /// time; otherwise `deleted` follows.
    case away([ObjectKey], until: ContinuousClock.Instant)
    case back([ObjectKey])
}
