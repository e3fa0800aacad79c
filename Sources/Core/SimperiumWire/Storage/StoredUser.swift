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
