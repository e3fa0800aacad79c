package import SimperiumWire

/// The credentials that resume a session: a program gets back the objects that it owned on an
/// earlier connection or in an earlier run. One session serves all buckets of one user.
package struct ResumeToken: Hashable, Codable, Sendable {
    package let secret: ResumeSecret
    /// The session's number. It increases each time another run of the program takes the session
    /// over.
    package let number: Int
    /// The session's hall; nil for a hub without halls.
    package let hall: String?

    package init(_ secret: ResumeSecret, number: Int, in hall: String? = nil) {
        self.secret = secret
        self.number = number
        self.hall = hall
    }
}

/// The hub's answer to the credentials that a program has shown.
package enum ResumeResult: Hashable, Codable, Sendable {
    /// The session is resumed, with all its objects.
    case kept
    /// The session has ended; nil if the hub does not know how, or never knew the session.
    case lost(SessionEnd?)
    /// Another program has taken the session over. This one does not dial again.
    case takenOver
}
