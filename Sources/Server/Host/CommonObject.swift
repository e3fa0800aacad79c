package import SimperiumJSON
package import SimperiumWire

/// An object of one of the server's own users, to which some people write together.
package struct CommonObject: Hashable, Sendable {
    package let bucket: BucketID
    package let key: ObjectKey
    package let object: JSONObject
    package let people: [UserID]

    package init(
        _ object: JSONObject, key: ObjectKey, in bucket: BucketID, of people: [UserID]
    ) {
        self.bucket = bucket
        self.key = key
        self.object = object
        self.people = people
    }
}

/// A common object that is being made: it is inserted first, and then shared with one after the
/// other.
struct Establishing {
    let common: CommonObject
    /// With how many it is shared; nil before it is there.
    var shared: Int?
    /// Who waits to hear of it, over HTTP.
    let call: CallID?
}
