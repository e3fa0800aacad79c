internal import SimperiumWire

/// The treatment of objects that another user left in a bucket.
package enum OtherUserPolicy: String, Hashable, Codable, Sendable {
    /// The sign-in is refused; the objects stay as they are.
    case refuse
    /// The objects are removed here, and nowhere else.
    case remove
    /// The objects become the new user's, and are sent as new ones.
    case take
}

/// The sign-in of one bucket: the `init` request, and the user that the hub accepted.
struct BucketSignIn: Sendable {
    /// The request of the present connection, kept to be sent again.
    var request: InitRequest?
    /// The secret that proves to the hub, on the next connection, that this is the same client.
    var resume: ResumeSecret?
    /// The number of times in a row that the hub accepted the user but refused this bucket.
    var denials = 0
    /// The user that the objects belong to; nil before the first sign-in.
    var owner: UserName?
    var others = OtherUserPolicy.refuse

    /// True if the objects belong to another user. The case of letters is ignored, because servers
    /// differ in the case of e-mail addresses.
    func isOtherUser(_ user: UserName) -> Bool {
        owner.map { $0.text.lowercased() != user.text.lowercased() } ?? false
    }
}
