internal import SimperiumSync

/// How a bucket is kept.
@nonexhaustive
public enum BucketKind: Hashable, Sendable {
    /// In the client's file, so that neither objects nor unsent edits end with the program. A
    /// client without a file keeps it as `memory`.
    case durable
    /// As long as the client is open.
    case memory
    /// As `memory`; and the server removes objects when those who made them leave.
    case presence

    func asKept(inFile hasFile: Bool) -> SimperiumSync.BucketKind {
        switch self {
        case .durable: hasFile ? .durable : .memory
        case .memory: .memory
        case .presence: .presence
        }
    }
}
