internal import SimperiumWire

/// The treatment of objects that another user left in a bucket.
package enum OtherUsersObjects: String, Hashable, Codable, Sendable {
    /// The sign-in is refused; the objects stay as they are.
    case refuse
    /// The objects are removed here, and nowhere else.
    case remove
    /// The objects become the new user's, and are sent as new ones.
    case take
}

/// The request of a bucket's channel, and the user that the hub admitted it as.
struct Admission: Sendable {
    /// The first request of the present connection.
    var request: InitRequest?
    /// The hub's proof, for the next connection, that this is the same client.
    var resume: ResumeSecret?
    /// The number of times in a row that the hub admitted the user, but not to this bucket.
    var denials = 0
    /// The user whose objects these are; nil before the first sign-in.
    var owner: UserName?
    var others = OtherUsersObjects.refuse

    /// True if the objects belong to another user. Servers differ in the case of e-mail addresses.
    func isStranger(_ user: UserName) -> Bool {
        owner.map { $0.text.lowercased() != user.text.lowercased() } ?? false
    }
}
