internal import SimperiumSync

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
