/// A change in a bucket of one among many users.
package struct UsersChange: Hashable, Codable, Sendable {
    package let user: UserID
    package let change: StoredChange

    package init(user: UserID, change: StoredChange) {
        self.user = user
        self.change = change
    }
}
