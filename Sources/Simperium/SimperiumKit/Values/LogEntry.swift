/// An entry for a program's log.
@nonexhaustive
public enum LogEntry: Hashable, Sendable {
    case status(SyncStatus)
    /// The server sent a message that can't be read.
    case unreadable(String)
    /// The server accepts the user in other buckets, but refuses this one at present.
    case denied(BucketName, reason: String)
    /// The server is overloaded. The edit is sent again later.
    case postponed(ObjectKey, in: BucketName)
    /// Repeated repairs of an object failed. The next connection tries again.
    case stuck(ObjectKey, in: BucketName)
    /// The server's index does not end.
    case endlessIndex(BucketName)
    case storage(StorageFailure)
}
