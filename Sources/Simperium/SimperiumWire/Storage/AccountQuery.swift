/// A query of the store of users. Each query sees all writes before it.
package enum AccountQuery: Hashable, Sendable {
    /// The user with this folded name. A user who has left is found as long as the name is
    /// reserved.
    case user(folded: String, of: AppID)
    /// The user with this id.
    case owner(UserID, app: AppID)
    /// The token with this digest and its user, unless the token was revoked.
    case holder(of: SecretDigest)
    /// The user that the key with this fingerprint is linked to.
    case keyHolder(String, app: AppID)
    /// All tokens of a user, the oldest first.
    case tokens(of: UserID, app: AppID)
    /// All links of a user, the oldest first.
    case links(of: UserID, app: AppID)
    /// The users who have not left, in the order of their folded names, from the first name after
    /// `after`.
    case users(of: AppID, after: String, atMost: Int)
}

package enum AccountAnswer: Hashable, Sendable {
    case user(StoredUser?)
    case holder(TokenWithUser?)
    case tokens([StoredToken])
    case links([StoredCredential])
    case users([StoredUser], hasMore: Bool)
    case changed(UserChange.Result)
}

/// A token and its user.
package struct TokenWithUser: Hashable, Sendable {
    package let user: StoredUser
    package let token: StoredToken

    package init(_ user: StoredUser, by token: StoredToken) {
        self.user = user
        self.token = token
    }
}
