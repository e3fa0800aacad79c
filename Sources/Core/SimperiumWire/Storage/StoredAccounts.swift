/// What is kept of a secret: its SHA-256, from which nobody can tell the secret.
package struct SecretDigest: Hashable, Sendable {
    package let bytes: [UInt8]

    package init(bytes: [UInt8]) {
        self.bytes = bytes
    }
}

/// What is kept of a password: what scrypt made of it, and how.
package struct PasswordHash: Hashable, Sendable {
    /// What scrypt is told to spend: N, r and p of RFC 7914.
    package struct Cost: Hashable, Sendable {
        package let rounds: Int
        package let blockSize: Int
        package let lanes: Int

        /// About a tenth of a second, and 32 MiB.
        package static let standard = Cost(rounds: 1 << 15, blockSize: 8, lanes: 1)

        package init(rounds: Int, blockSize: Int, lanes: Int) {
            self.rounds = rounds
            self.blockSize = blockSize
            self.lanes = lanes
        }
    }

    package let cost: Cost
    package let salt: [UInt8]
    package let result: [UInt8]

    package init(cost: Cost, salt: [UInt8], result: [UInt8]) {
        self.cost = cost
        self.salt = salt
        self.result = result
    }
}

/// A user of an app who signs in with a password.
package struct StoredUser: Hashable, Sendable {
    package let app: AppID
    package let id: UserID
    /// As the user wrote it.
    package var name: UserName
    /// The name by which the user is found: of all spellings that count as the same, this one.
    package var folded: String
    package var password: PasswordHash

    package init(
        app: AppID, id: UserID, name: UserName, folded: String, password: PasswordHash
    ) {
        self.app = app
        self.id = id
        self.name = name
        self.folded = folded
        self.password = password
    }
}

/// A token that was issued to a user and has not been revoked.
package struct StoredToken: Hashable, Sendable {
    package let digest: SecretDigest
    package let app: AppID
    package let user: UserID

    package init(digest: SecretDigest, app: AppID, user: UserID) {
        self.digest = digest
        self.app = app
        self.user = user
    }
}

/// What is asked of whatever keeps the users. Each query sees all writes before it.
package enum AccountQuery: Hashable, Sendable {
    /// Found by the folded name.
    case user(folded: String, of: AppID)
    /// Found by the id.
    case owner(UserID, app: AppID)
    /// Whom a token was issued to, if it is still good.
    case holder(of: SecretDigest)
    /// All that were issued to a user, the oldest first.
    case tokens(of: UserID, app: AppID)
}

package enum AccountAnswer: Hashable, Sendable {
    case user(StoredUser?)
    case tokens([StoredToken])
}

/// What is to be kept of users. Of a write that fails nobody may hear: whoever asked for it is hung
/// up on, and asks again.
package enum AccountWrite: Hashable, Sendable {
    /// Adds a user, or replaces the one with the same app and id.
    case keep(StoredUser)
    /// Adds a token; of the user's others the oldest go, so that no more than so many are left.
    case issue(StoredToken, atMost: Int)
    case revokeTokens(of: UserID, app: AppID)
    /// Forgets a user and the user's tokens. The user's buckets are dropped one by one.
    case forget(UserID, of: AppID)
}
