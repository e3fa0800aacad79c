package import SimperiumWire

/// The session that a replica holds at the hub, and the request for that session on one connection.
struct ReplicaSession: Hashable, Sendable {
    /// The way that this run gets a session that another run may hold.
    private enum Takeover: Hashable {
        /// No other run can hold the session.
        case notNeeded
        case withSecret
        /// Without the session's secret, because the signed-in account owns the session.
        case asOwner
    }

    /// The credentials for the next connection; nil if there is no session to resume.
    private(set) var token: ResumeToken?
    private var takeover: Takeover
    /// True while the main sign-in's buckets wait for the account's sign-in on this connection.
    /// After that sign-in, the client requests the session without the session's secret.
    var awaitsAccountSignIn = false
    /// The secret that this client chooses for the session; nil unless the client is the door (the
    /// SSH server).
    private let chosenSecret: ResumeSecret?
    /// The secret that the client sent on this connection; nil if it sent none, or once the hub has
    /// answered.
    private var sentSecret: ResumeSecret?
    private var end: SessionEnd?
    /// The requested hall, or the hall that the hub assigned last; nil for none.
    private(set) var hall: RequestedHall?
    private(set) var isTakenOver = false

    init(_ settings: ReplicaSettings) {
        token = settings.seat
        hall = settings.seat?.hall.flatMap { RequestedHall($0) } ?? settings.hall
        chosenSecret = settings.ownSecret
        takeover = settings.seat != nil || settings.ownSecret != nil ? .withSecret : .notNeeded
    }

    /// Creates the state of another client, whose session is not known yet.
    init(_ own: ResumeSecret?, takesOverAsOwner: Bool, in hall: RequestedHall?) {
        chosenSecret = own
        self.hall = hall
        takeover = takesOverAsOwner ? .asOwner : own != nil ? .withSecret : .notNeeded
    }

    mutating func prepareForConnection() {
        sentSecret = token?.secret ?? chosenSecret
        awaitsAccountSignIn = takeover == .asOwner
        end = nil
    }

    func fillSessionFields(in request: inout InitRequest) {
        request.resume = token?.secret ?? chosenSecret
        request.sessionNumber = token.flatMap { $0.number > 0 ? $0.number : nil }
        request.takesOverSession = takeover != .notNeeded
        request.ownSecret = chosenSecret
        if request.extensions.contains(.halls) { request.hall = hall }
    }

    /// Records the hall that the hub has assigned. The hub sends the hall before the session's
    /// credentials.
    mutating func recordHall(_ hall: String) {
        self.hall = RequestedHall(hall)
    }

    /// Records the hall of a redirect as the requested hall. Does nothing if `other` is nil.
    mutating func recordRedirect(to other: RequestedHall?) {
        guard let other else { return }
        hall = RequestedHall(other.name, isToWatch: hall?.isToWatch == true)
    }

    /// Records the end of the session, unless an end was already recorded on this connection. The
    /// hub then sends the credentials of a new session.
    mutating func recordSessionEnd(_ end: SessionEnd) {
        self.end = self.end ?? end
    }

    /// Stores the session's credentials; stores none if the hub does not number sessions. Returns
    /// the result of the request for an earlier session; nil if the client requested none.
    mutating func storeSecret(_ secret: ResumeSecret, number: Int) -> ResumeResult? {
        defer {
            // A hub without session numbers sends a secret for each bucket, and each bucket keeps
            // its own.
            token = number > 0 ? ResumeToken(secret, number: number, in: hall?.name) : nil
            takeover = .notNeeded
            sentSecret = nil
        }
        // A new session has the number one.
        if takeover == .asOwner { return number > 1 ? .kept : .lost(nil) }
        guard let sentSecret else { return nil }
        return sentSecret == secret && end == nil ? .kept : .lost(end)
    }

    mutating func markTakenOver() {
        token = nil
        isTakenOver = true
    }
}

/// The credentials of a session. With them, a program regains its presence objects in all buckets
/// of one user, after a lost connection or in a later run.
package struct ResumeToken: Hashable, Codable, Sendable {
    package let secret: ResumeSecret
    /// The session's number, which increases each time another run takes the session over.
    package let number: Int
    /// The session's hall; nil for a hub without halls.
    package let hall: String?

    package init(_ secret: ResumeSecret, number: Int, in hall: String? = nil) {
        self.secret = secret
        self.number = number
        self.hall = hall
    }
}

/// The hub's answer to a program that asks to resume a session.
package enum ResumeResult: Hashable, Codable, Sendable {
    /// The session is resumed, with all its objects.
    case kept
    /// The end of the session; nil if the hub does not know how the session ended, or never knew
    /// the session.
    case lost(SessionEnd?)
    /// Another program has taken the session over. This program does not dial again.
    case takenOver
}
