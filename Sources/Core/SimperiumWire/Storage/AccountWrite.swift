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
    /// Forgets a user and the user's tokens. The user's buckets are dropped one by one.
    case forget(UserID, of: AppID)
}
