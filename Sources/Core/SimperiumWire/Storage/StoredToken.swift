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
