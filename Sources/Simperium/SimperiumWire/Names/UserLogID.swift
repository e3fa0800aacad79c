/// The id of a log: all buckets of a user in an app. If a write fails, the whole log fails.
package struct UserLogID: Hashable, Codable, Sendable {
    package let app: AppID
    package let user: UserID

    package init(app: AppID, user: UserID) {
        self.app = app
        self.user = user
    }

    package func bucket(_ name: BucketName) -> BucketID {
        BucketID(app: app, user: user, name: name)
    }
}

extension BucketID {
    package var log: UserLogID { UserLogID(app: app, user: user) }
}
