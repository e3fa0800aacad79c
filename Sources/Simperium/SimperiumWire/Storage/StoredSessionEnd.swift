package import SimperiumClock

/// The end of a session, for a client that returns too late, perhaps to another process.
package struct StoredSessionEnd: Hashable, Codable, Sendable {
    package let app: AppID
    package let user: UserID
    package let clientID: ClientID
    /// The secret that the client could have resumed the session with.
    package let secret: SecretDigest
    package let end: SessionEnd
    package let stamp: ServerTime

    package init(
        app: AppID, user: UserID, clientID: ClientID, secret: SecretDigest, end: SessionEnd,
        stamp: ServerTime
    ) {
        self.app = app
        self.user = user
        self.clientID = clientID
        self.secret = secret
        self.end = end
        self.stamp = stamp
    }

    /// Returns true if both describe the end of one session. The later description then replaces
    /// the earlier.
    package func isEndOfSession(of other: StoredSessionEnd) -> Bool {
        app == other.app && user == other.user && clientID == other.clientID
            && secret == other.secret
    }
}
