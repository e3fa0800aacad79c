package import SimperiumWire

/// What a turn made of an account's buckets: to be stored in one transaction, the works in their
/// order.
package struct StoreWork: Hashable, Codable, Sendable {
    package struct Part: Hashable, Codable, Sendable {
        package let bucket: BucketName
        package let edits: [ReplicaEdit]

        package init(_ edits: [ReplicaEdit], of bucket: BucketName) {
            self.bucket = bucket
            self.edits = edits
        }
    }

    /// One more than the work before.
    package let number: Int
    package let parts: [Part]

    package init(_ number: Int, _ parts: [Part]) {
        self.number = number
        self.parts = parts
    }
}

/// What became of works.
package enum CopyAnswer: Hashable, Codable, Sendable {
    /// This one and all before it are on the disk.
    case stored(Int)
    /// The store can't be written to, for this reason; nil if it has not answered for long. It may
    /// go on later, with what it was given.
    case failed(because: String?)
}
