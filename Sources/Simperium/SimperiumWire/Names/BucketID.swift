/// A user of an app, by an id that never changes: up to 256 of `A-Za-z0-9._@-`.
package struct UserID: Name {
    private static let longest = 256

    package let text: String

    package init?(_ text: String) {
        guard (1...Self.longest).contains(text.utf8.count),
            text.utf8.allSatisfy({ $0.isPlain || $0 == UInt8(ascii: "@") })
        else { return nil }
        self.text = text
    }

    private init(known text: String) {
        self.text = text
    }

    /// The owner of the buckets that an app has for itself.
    package static let app = UserID(known: "__app__")
}

/// One user's bucket in one app: what a hub keeps in order, and what a store keeps.
package struct BucketID: Hashable, Codable, Sendable {
    package let app: AppID
    package let user: UserID
    package let name: BucketName

    package init(app: AppID, user: UserID, name: BucketName) {
        self.app = app
        self.user = user
        self.name = name
    }

    /// Where an app keeps the options of its buckets: an object for each bucket's name.
    package static func options(of app: AppID) -> BucketID {
        BucketID(app: app, user: .app, name: .options)
    }
}

extension BucketName {
    /// Reserved: only an administrator may look in.
    package static let options: BucketName = {
        guard let name = BucketName("__options__") else { preconditionFailure("no bucket's name") }
        return name
    }()
}
