/// What is asked of whatever keeps the users. Each query sees all writes before it.
package enum AccountQuery: Hashable, Sendable {
    /// Found by the folded name.
    case user(folded: String, of: AppID)
    /// Found by the id.
    case owner(UserID, app: AppID)
    /// The user to whom a token was issued, if it is still good.
    case holder(of: SecretDigest)
    /// All that were issued to a user, the oldest first.
    case tokens(of: UserID, app: AppID)
}
