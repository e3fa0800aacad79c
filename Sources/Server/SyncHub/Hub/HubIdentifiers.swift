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
