package import SimperiumWire

/// All buckets of one user of an app, which are in one order.
package struct SharedLogID: Hashable, Sendable {
    package let app: AppID
    package let user: UserID

    package init(app: AppID, user: UserID) {
        self.app = app
        self.user = user
    }

    package init(of bucket: BucketID) {
        self.init(app: bucket.app, user: bucket.user)
    }

    package func bucket(_ name: BucketName) -> BucketID {
        BucketID(app: app, user: user, name: name)
    }
}

/// One life of a node: a start of its process, or what came after it was taken for dead.
package struct Incarnation: RawRepresentable, Hashable, Comparable, Sendable {
    package let rawValue: UInt32

    package init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    package static func < (one: Self, other: Self) -> Bool { one.rawValue < other.rawValue }
}
