/// A connection, named by the shell that accepts it. No name is ever used twice.
package struct ConnectionID: RawRepresentable, Hashable, Codable, Comparable, Sendable {
    package let rawValue: UInt64

    package init(rawValue: UInt64) {
        self.rawValue = rawValue
    }

    package static func < (left: ConnectionID, right: ConnectionID) -> Bool {
        left.rawValue < right.rawValue
    }
}

/// A request that came by another way than a channel, named by the host that hands it in.
package struct RequestID: RawRepresentable, Hashable, Codable, Sendable {
    package let rawValue: UInt64

    package init(rawValue: UInt64) {
        self.rawValue = rawValue
    }
}

/// What identifies a token without being one, so that it can be revoked.
package struct CredentialID: RawRepresentable, Hashable, Codable, Sendable {
    package let rawValue: UInt64

    package init(rawValue: UInt64) {
        self.rawValue = rawValue
    }
}

/// A question that the hub has asked, and by which the answer finds its way back.
package struct QuestionID: RawRepresentable, Hashable, Codable, Sendable {
    package let rawValue: UInt64

    package init(rawValue: UInt64) {
        self.rawValue = rawValue
    }
}

/// One channel's membership of a bucket. A channel that is opened again is another member.
struct MemberID: RawRepresentable, Hashable, Sendable {
    let rawValue: UInt64
}

/// Where an open bucket is, and which of those that were there one after the other.
struct BucketHandle: Hashable, Sendable {
    let slot: Int32
    let generation: UInt32
}
