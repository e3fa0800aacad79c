/// The owner of an object in a bucket with presence. The object is removed when the owner leaves.
package struct PresenceObjectOwner: Hashable, Codable, Sendable {
    /// The lease of a channel: its claim on the objects that it inserted.
    package typealias Lease = SequenceNumber

    package let lease: Lease
    /// The client id that the removal names as its author.
    package let clientID: ClientID
    /// The digest of the secret that proves, on another connection, that the client is the same.
    package var secret: SecretDigest?
    /// The number of the session that the secret belongs to; zero for a secret of a single channel.
    package var seat: Int
    /// The number of server starts since the client was last connected.
    package var restarts: Int

    /// The lease that all connections of a user share if the option `presence` is `user`.
    package static let sharedLease = SequenceNumber.zero

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
