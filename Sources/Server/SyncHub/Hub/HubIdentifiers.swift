import SimperiumClock

/// The id of a connection, chosen by the program that accepts the connection. No id is used twice.
package struct ConnectionID: RawRepresentable, Hashable, Codable, Comparable, Sendable {
    package let rawValue: UInt64

    package init(rawValue: UInt64) {
        self.rawValue = rawValue
    }

    package static func < (left: ConnectionID, right: ConnectionID) -> Bool {
        left.rawValue < right.rawValue
    }
}

/// The id of a `CallerRequest`, chosen by the host.
package struct RequestID: RawRepresentable, Hashable, Codable, Sendable {
    package let rawValue: UInt64

    package init(rawValue: UInt64) {
        self.rawValue = rawValue
    }
}

/// The id of a token, so that the token can be revoked. The id is not a secret.
package struct CredentialID: RawRepresentable, Hashable, Codable, Sendable {
    package let rawValue: UInt64

    package init(rawValue: UInt64) {
        self.rawValue = rawValue
    }
}

/// The id of a question that the hub asks. The answer repeats the id.
package struct QuestionID: RawRepresentable, Hashable, Codable, Sendable {
    package let rawValue: UInt64

    package init(rawValue: UInt64) {
        self.rawValue = rawValue
    }
}

/// The id of a channel's membership in a bucket. A channel that is opened again gets a new id.
struct MemberID: RawRepresentable, Hashable, Sendable {
    let rawValue: UInt64
}

/// The slot of an open bucket, with a generation that later buckets in the slot don't have.
struct BucketHandle: Hashable, Sendable {
    let slot: Int32
    let generation: UInt32
}

/// The way that a connection ended, which determines whether the client's presence objects are
/// removed.
package enum ConnectionEnd: Hashable, Codable, Sendable {
    /// The client closed the connection normally (close code 1000 or 1001, or no code): presence
    /// objects are removed.
    case goodbye
    /// The client closed the connection with 4004: presence objects are removed, after a notice
    /// of absence. The user did not intend to leave.
    case lost
    /// The client closed the connection with 4002, because the user suspended the program.
    case paused
    /// The client closed the connection with 4003, because the program ended without a request by
    /// its user. The program may start again.
    case gone
    /// Any other end: presence objects wait for the client's return.
    case broken

    /// The cause of the absence that begins; nil if the objects are removed at once.
    var cause: Absence.Cause? {
        switch self {
        case .goodbye, .lost: nil
        case .paused: .paused
        case .gone: .gone
        case .broken: .line
        }
    }
}
