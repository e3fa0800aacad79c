/// A query of the store of users. Each query sees all writes before it.
package enum AccountQuery: Hashable, Sendable {
    /// The user with this folded name. A user who has left is found as long as the name is kept.
    case user(folded: String, of: AppID)
    /// The user with this id.
    case owner(UserID, app: AppID)
    /// The user of a token, and the token, if it was not revoked.
    case holder(of: SecretDigest)
    /// The user of a linked key, by its fingerprint.
    case keyHolder(String, app: AppID)
    /// All tokens of a user, the oldest first.
    case tokens(of: UserID, app: AppID)
    /// All links of a user, the oldest first.
    case links(of: UserID, app: AppID)
    /// The users who have not left, sorted by the folded name, from behind this one.
    case users(of: AppID, after: String, atMost: Int)
}

package enum AccountAnswer: Hashable, Sendable {
    case user(StoredUser?)
    case holder(TokenHolder?)
    case tokens([StoredToken])
    case links([StoredCredential])
    case users([StoredUser], hasMore: Bool)
    case changed(UserChange.Result)
}

/// A token and its user.
package struct TokenHolder: Hashable, Sendable {
    package let user: StoredUser
    package let token: StoredToken

    package init(_ user: StoredUser, by token: StoredToken) {
        self.user = user
        self.token = token
    }
}
