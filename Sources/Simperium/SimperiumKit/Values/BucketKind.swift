internal import SimperiumSync

/// The lifetime of a bucket's objects.
@nonexhaustive
public enum BucketKind: Hashable, Sendable {
    /// Kept in the client's file. Objects and unsent edits survive a restart of the program.
    /// Without a file, the same as `memory`.
    case durable
    /// Kept until the client is closed.
    case memory
    /// Kept as in `memory`. The server removes objects when their owners leave.
    case presence

    func lifetime(inFile hasFile: Bool) -> SimperiumSync.BucketLifetime {
        switch self {
        case .durable: hasFile ? .durable : .memory
        case .memory: .memory
        case .presence: .presence
        }
    }
}
