/// A token that was issued to a user and has not been revoked.
package struct StoredToken: Hashable, Sendable {
    package let digest: SecretDigest
    package let app: AppID
    package let user: UserID
    /// The second since 1970 in which it was used last, as far as that was kept.
    package var used: Int

    package init(digest: SecretDigest, app: AppID, user: UserID, used: Int = 0) {
        self.digest = digest
        self.app = app
        self.user = user
        self.used = used
    }
}
