/// Something for a program's log.
@nonexhaustive
public enum LogEntry: Hashable, Sendable {
    case status(SyncStatus)
    /// The server said what can't be read.
    case unreadable(String)
    /// The server lets this user into other buckets, but not into this one, or not now.
    case denied(BucketName, reason: String)
    /// The server has too much to do. The edit is sent again after a while.
    case postponed(ObjectKey, in: BucketName)
    /// Several attempts to agree on an object did not help. The next connection tries again.
    case stuck(ObjectKey, in: BucketName)
    /// The server's list of objects does not end.
    case endlessIndex(BucketName)
    case storage(StorageFailure)
}
