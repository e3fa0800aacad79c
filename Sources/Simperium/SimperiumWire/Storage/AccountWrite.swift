/// A write to the store of users.
package enum AccountWrite: Hashable, Sendable {
    /// A change to a user. The answer is a `UserChangeResult`.
    case change(UserChange)
    /// Stores the time of a token's last use, in seconds since 1970. No output depends on this
    /// write.
    case noteUse(of: SecretDigest, at: Int)
}

/// A change to one user, which the store performs as a whole or not at all.
///
/// The change was made from a row, and contains the row's generation. If the row has changed since
/// then, the store answers `stale` and does nothing. So no change undoes another change, and a
/// token is issued only to a user of that generation in good standing.
package struct UserChange: Hashable, Sendable {
    package enum RowEdit: Hashable, Sendable {
        case unchanged
        /// Inserts or replaces the row. If the new status is `gone`, all tokens and links of the
        /// user end.
        case put(StoredUser)
        /// Removes the row, with all tokens and links of the user.
        case removed
    }

    package enum TokensToEnd: Hashable, Sendable {
        case none
        case some([SecretDigest])
        /// All tokens of the user except this one; nil for all tokens.
        case all(but: SecretDigest?)
    }

    package let app: AppID
    package let user: UserID
    /// The generation that the change was made from; 0 for a user who must not exist yet. Nil for a
    /// change that does not depend on the row.
    package let baseGeneration: Int?
    /// The present time in seconds since 1970. If a name's reservation has expired at this time,
    /// the name is free.
    package let second: Int
    /// The caller's token; nil if the change does not depend on one. If the token has ended, the
    /// change is refused.
    package var callerToken: SecretDigest?
    package var row = RowEdit.unchanged
    /// The new address prefixes, which do not raise the generation; nil for no change.
    package var addressPrefixes: [SignInAddressPrefix]?
    package var tokensToEnd = TokensToEnd.none
    package var linkToRemove: String?
    /// The token to issue; nil if none is issued.
    package var token: StoredToken?
    /// The link to add, if any. A key that is linked to another user moves to this user. For a new
    /// user, such a key makes the change `stale`.
    package var link: StoredDeviceLink?

    package init(of user: UserID, in app: AppID, from base: Int?, at second: Int) {
        self.app = app
        self.user = user
        baseGeneration = base
        self.second = second
    }

    package init(from user: StoredUser, at second: Int) {
        self.init(of: user.id, in: user.app, from: user.generation, at: second)
    }

    package init(adding user: StoredUser) {
        self.init(of: user.id, in: user.app, from: 0, at: user.since)
        row = .put(user)
    }
}

/// The result of a user change: stored as a whole, or refused.
package enum UserChangeResult: Hashable, Sendable {
    /// The change is stored, and has ended these tokens.
    case kept(ended: [SecretDigest])
    /// Nothing is stored, for one of these reasons:
    ///
    /// - The user's row has changed since the change was made from it.
    /// - The caller's token has ended.
    /// - The user of the new token is not in good standing.
    /// - The key of the new user is linked to another user.
    case stale
    /// Nothing is stored, because another user has the name.
    case taken
}

extension UserChange {
    /// Returns true if the change can be made to a user with this row and these tokens. `user` is
    /// nil if the row does not exist. The store also checks the name and `newKey`.
    package func isApplicable(_ user: StoredUser?, _ tokens: [StoredToken]) -> Bool {
        if let callerToken, !tokens.contains(where: { $0.digest == callerToken }) { return false }
        guard let baseGeneration else { return true }
        guard baseGeneration == user?.generation ?? 0 else { return false }
        let result: StoredUser? = if case .put(let user) = row { user } else { user }
        return token == nil || result?.standing == .good
    }

    /// The key of a new user, which must not be linked to any user yet. Nil if the user is not new,
    /// or has no key.
    package var newKey: String? { baseGeneration == 0 ? link?.key : nil }

    /// Returns the digests of the tokens that the change ends. `tokens` are all tokens of the user.
    package func endedDigests(among tokens: [StoredToken]) -> [SecretDigest] {
        let all = tokens.map(\.digest)
        return switch tokensToEnd {
        case _ where endsUser: all
        case .none: []
        case .some(let digests): all.filter(digests.contains)
        case .all(let kept): all.filter { $0 != kept }
        }
    }

    package var endsUser: Bool {
        switch row {
        case .unchanged: false
        case .put(let user): user.isGone
        case .removed: true
        }
    }

    /// Creates the change that copies a user's row from another store.
    package init(copying user: StoredUser) {
        self.init(of: user.id, in: user.app, from: nil, at: 0)
        row = .put(user)
    }

    package init(copying token: StoredToken) {
        self.init(of: token.user, in: token.app, from: nil, at: 0)
        self.token = token
    }

    package init(copying link: StoredDeviceLink) {
        self.init(of: link.user, in: link.app, from: nil, at: 0)
        self.link = link
    }
}

/// A query of the store of users. Each query sees all writes before it.
package enum AccountQuery: Hashable, Sendable {
    /// The user with this folded name, even a user who has left but still has the name.
    case user(folded: String, of: AppID)
    case owner(UserID, app: AppID)
    /// The token with this digest and its user, unless the token was revoked.
    case holder(of: SecretDigest)
    /// The user that the key with this fingerprint is linked to.
    case keyHolder(String, app: AppID)
    /// All tokens of a user, the oldest first.
    case tokens(of: UserID, app: AppID)
    /// All links of a user, the oldest first.
    case links(of: UserID, app: AppID)
    /// A page of the app's users who have not left, sorted by folded name. The page begins after
    /// the folded name `after`.
    case users(of: AppID, after: String, atMost: Int)
}

package enum AccountQueryAnswer: Hashable, Sendable {
    case user(StoredUser?)
    case holder(TokenWithUser?)
    case tokens([StoredToken])
    case links([StoredDeviceLink])
    case users([StoredUser], hasMore: Bool)
    case changed(UserChangeResult)
}

package struct TokenWithUser: Hashable, Sendable {
    package let user: StoredUser
    package let token: StoredToken

    package init(_ user: StoredUser, by token: StoredToken) {
        self.user = user
        self.token = token
    }
}
