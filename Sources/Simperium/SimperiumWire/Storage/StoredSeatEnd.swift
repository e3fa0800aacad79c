package import SimperiumClock

/// How a seat ended, for its client that comes back too late, and perhaps to another process.
package struct StoredSeatEnd: Hashable, Codable, Sendable {
    package let app: AppID
    package let user: UserID
    package let clientID: ClientID
    /// What its client had it back with.
    package let secret: SecretDigest
    package let end: SeatEnd
    package let stamp: Stamp

    package init(
        app: AppID, user: UserID, clientID: ClientID, secret: SecretDigest, end: SeatEnd,
        stamp: Stamp
    ) {
        self.app = app
        self.user = user
        self.clientID = clientID
        self.secret = secret
        self.end = end
        self.stamp = stamp
    }

    /// Whether both tell of one seat, of which the later one counts.
    package func isOfSeat(of other: StoredSeatEnd) -> Bool {
        app == other.app && user == other.user && clientID == other.clientID
            && secret == other.secret
    }
}
