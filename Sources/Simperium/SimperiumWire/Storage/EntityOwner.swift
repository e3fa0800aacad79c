/// Whose leaving takes an object along, in a bucket with presence.
package struct EntityOwner: Hashable, Codable, Sendable {
    /// The claim that one channel has on the objects it inserted.
    package typealias Lease = Ordinal

    package let lease: Lease
    /// In whose name the object is removed.
    package let clientID: ClientID
    /// Of the secret that proves the same client when it comes back on another connection.
    package let secret: SecretDigest?
    /// The number of the seat that the secret is for; zero where it is one channel's own.
    package let seat: Int
    /// How many times a server has begun since the client was here.
    package let restarts: Int

    /// The lease that all connections of one user share, where the option `presence` is `user`.
    package static let sharedLease = Ordinal.zero

    package init(
        lease: Lease, clientID: ClientID, secret: SecretDigest?, seat: Int = 0, restarts: Int = 0
    ) {
        self.lease = lease
        self.clientID = clientID
        self.secret = secret
        self.seat = seat
        self.restarts = restarts
    }
}
