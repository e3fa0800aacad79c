/// Whose leaving takes an object along, in a bucket with presence.
package struct EntityOwner: Hashable, Codable, Sendable {
    /// The claim that one channel has on the objects it inserted.
    package typealias Lease = Ordinal

    package let lease: Lease
    /// In whose name the object is removed.
    package let clientID: ClientID
    /// What proves the same client when it comes back on another connection.
    package let secret: ResumeSecret?

    /// The lease that all connections of one user share, where the option `presence` is `user`.
    package static let sharedLease = Ordinal.zero

    package init(lease: Lease, clientID: ClientID, secret: ResumeSecret?) {
        self.lease = lease
        self.clientID = clientID
        self.secret = secret
    }
}
