/// The permanent id of an app's user: 1 to 256 characters of `A-Za-z0-9._@-`.
package struct UserID: Name {
    private static let longest = 256

    package let text: String

    package init?(_ text: String) {
        guard text.isName(upTo: Self.longest, of: { $0.isPlain || $0 == UInt8(ascii: "@") })
        else { return nil }
        self.text = text
    }

    /// The owner of the buckets that belong to an app, not to a user.
    package static let app = UserID.trappingIfInvalid("__app__")
}

/// The id of a user's bucket in an app.
package struct BucketID: Hashable, Codable, Sendable {
    package let app: AppID
    package let user: UserID
    package let name: BucketName

    package init(app: AppID, user: UserID, name: BucketName) {
        self.app = app
        self.user = user
        self.name = name
    }

    package var log: UserLogID { UserLogID(app: app, user: user) }

    /// Returns the id of the bucket that stores the options of an app's buckets, in one object for
    /// each bucket.
    package static func optionsBucket(of app: AppID) -> BucketID {
        BucketID(app: app, user: .app, name: .options)
    }
}

extension BucketName {
    /// The name of the bucket that stores the options of an app's buckets. It is reserved for
    /// administrators.
    package static let options = BucketName.trappingIfInvalid("__options__")
}

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
