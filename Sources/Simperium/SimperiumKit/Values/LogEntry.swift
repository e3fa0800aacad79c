/// An entry for a program's log.
@nonexhaustive
public enum LogEntry: Hashable, Sendable {
    case status(SyncStatus)
    /// The server sent a message that can't be read.
    case unreadable(String)
    /// The server refuses this bucket at present, but not the user's token.
    case denied(BucketName, reason: String)
    /// The server is overloaded. The client sends the edit again later.
    case postponed(ObjectKey, in: BucketName)
    /// Repeated repairs of an object failed. The client tries again after an edit of the object, or
    /// on the next connection.
    case stuck(ObjectKey, in: BucketName)
    /// The server's index lists the same objects again and again. The client stops reading the
    /// index.
    case endlessIndex(BucketName)
    case storage(StorageFailure)
}

/// The parts of an entry that loggers such as swift-log need.
extension LogEntry {
    /// The importance of an entry.
    @nonexhaustive
    public enum Level: String, Hashable, Sendable {
        case debug, info, warning, error
    }

    /// The importance of this entry.
    public var level: Level {
        switch self {
        case .status(.unauthorized), .status(.denied), .denied, .stuck, .endlessIndex: .warning
        case .status(.offline(_, .some)), .postponed: .info
        case .status: .debug
        case .unreadable: .warning
        case .storage: .error
        }
    }

    /// The values that differ between entries with the same message.
    public var metadata: [String: String] {
        switch self {
        case .status(let status): ["status": "\(status)"]
        case .unreadable(let reason): ["reason": reason]
        case .denied(let bucket, let reason): ["bucket": bucket.text, "reason": reason]
        case .postponed(let key, let bucket), .stuck(let key, let bucket):
            ["bucket": bucket.text, "key": key.text]
        case .endlessIndex(let bucket): ["bucket": bucket.text]
        case .storage(let failure): ["reason": "\(failure)"]
        }
    }
}
