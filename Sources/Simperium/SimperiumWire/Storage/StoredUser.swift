/// A user of an app, who signs in with a password or by what was linked.
package struct StoredUser: Hashable, Sendable {
    package enum Standing: Hashable, Sendable {
        case good
        /// The operator lets nobody in by it.
        case locked
        /// The user has left, and nobody else has the name before that second since 1970.
        case gone(until: Int)
    }

    package let app: AppID
    package let id: UserID
    /// As the user wrote it.
    package var name: UserName
    /// The name by which the user is found: of all spellings that count as the same, this one.
    package var folded: String
    /// Nil for who comes in by a key only.
    package var password: PasswordHash?
    package var standing = Standing.good
    /// The second since 1970 in which the user came to be; 0 if that was not kept.
    package let since: Int

    package init(
        app: AppID, id: UserID, name: UserName, folded: String, password: PasswordHash?,
        since: Int = 0
    ) {
        self.app = app
        self.id = id
        self.name = name
        self.folded = folded
        self.password = password
        self.since = since
    }

    /// What is kept of a user who leaves: the name, lest another be taken for them.
    package func gone(until second: Int) -> StoredUser {
        var user = self
        if let name = UserName(Self.nameOfGone) { user.name = name }
        user.password = nil
        user.standing = .gone(until: second)
        return user
    }

    private static let nameOfGone = "gone"

    package var isGone: Bool {
        if case .gone = standing { true } else { false }
    }
}
