internal import SimperiumSync

/// A user's account at a server.
public struct Account: Hashable, Sendable {
    /// The name that the user signed up with.
    public let email: String
    /// The permanent id of the user.
    public let userID: String
    /// The token for the user's buckets. It replaces the password, so keep it secret.
    public let token: Token
}

/// The treatment of objects that another user left in a client, at a sign-in.
public enum OtherUsersObjects: Hashable, Sendable {
    /// The sign-in fails, and the objects stay as they are.
    case refuse
    /// The objects are removed from this client. They stay in the other user's account; edits that
    /// were not sent are lost.
    case remove
    /// The objects become the new user's, and are sent to the server as new ones.
    case take

    var inReplica: SimperiumSync.OtherUsersObjectPolicy {
        switch self {
        case .refuse: .refuse
        case .remove: .remove
        case .take: .take
        }
    }
}
