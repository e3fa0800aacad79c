/// A change in a user's bucket, for a reader of many users' changes.
package struct ChangeWithBucketUser: Hashable, Codable, Sendable {
    package let user: UserID
    package let change: StoredChange

    package init(user: UserID, change: StoredChange) {
        self.user = user
        self.change = change
    }
}
