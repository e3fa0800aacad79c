/// What is to be kept of users. No client may hear of a write that fails: the one that asked for it
/// is hung up on, and asks again.
package enum AccountWrite: Hashable, Sendable {
    /// Adds a user, or replaces the one with the same app and id.
    case keep(StoredUser)
    case issue(StoredToken)
    /// A token was used, at a second since 1970.
    case noteUse(of: SecretDigest, at: Int)
    case revoke([SecretDigest])
    case revokeTokens(of: UserID, app: AppID)
    /// Adds a link. A key that was linked to somebody else is not any more.
    case link(StoredLink)
    case unlink(String, of: UserID, app: AppID)
    /// Forgets a user, and what lets the user in. The user's buckets are dropped one by one.
    case forget(UserID, of: AppID)
    /// The same, but for the name, which is kept until a second since 1970; and forgets the names
    /// that were kept until now.
    case retire(UserID, of: AppID, at: Int, until: Int)
}
