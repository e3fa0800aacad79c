/// What is asked of whatever keeps the users. Each query sees all writes before it.
package enum AccountQuery: Hashable, Sendable {
    /// Found by the folded name. One who has left is found, too, as long as the name is kept.
    case user(folded: String, of: AppID)
    /// Found by the id.
    case owner(UserID, app: AppID)
    /// The user to whom a token was issued, if it is still good.
    case holder(of: SecretDigest)
    /// The user to whom a key is linked, by its fingerprint.
    case keyHolder(String, app: AppID)
    /// All that were issued to a user, the oldest first.
    case tokens(of: UserID, app: AppID)
    /// What is linked to a user, the oldest first.
    case links(of: UserID, app: AppID)
    /// Those who have not left, sorted by the folded name, behind one of these.
    case users(of: AppID, after: String, atMost: Int)
}
