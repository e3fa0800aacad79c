internal import SimperiumJSON
package import SimperiumWire

/// Objects that several replicas of one process have alike, each kept in memory once.
///
/// Replicas in step with one hub hold equal objects, and each would have copies of its own. Which
/// of them comes first makes no difference: they only ever take what is equal to what they have.
package struct SharedObjects: Sendable {
    private struct Name: Hashable {
        let bucket: BucketName
        let key: ObjectKey
    }

    /// Past so many all are let go, and kept anew as they come. Replicas that end take nothing out.
    private static let most = 100_000

    private var objects: [Name: JSONObject] = [:]

    package init() {}

    package var count: Int { objects.count }

    /// The object as others keep it, if it is equal; else it is what others will get.
    fileprivate mutating func shared(
        _ object: JSONObject, as key: ObjectKey, in bucket: BucketName
    ) -> JSONObject {
        let name = Name(bucket: bucket, key: key)
        if let known = objects[name], known == object { return known }
        if objects.count >= Self.most { objects = [:] }
        objects[name] = object
        return object
    }

    fileprivate mutating func remove(_ key: ObjectKey, from bucket: BucketName) {
        objects[Name(bucket: bucket, key: key)] = nil
    }
}

extension Replica {
    /// Keeps an object that has changed together with other replicas that have it.
    package mutating func share(
        _ key: ObjectKey, in bucket: BucketName, with others: inout SharedObjects
    ) {
        let index = index(of: bucket)
        guard let ghost = buckets[index].objects.entries[key]?.ghost else {
            return others.remove(key, from: bucket)
        }
        let object = others.shared(ghost.object, as: key, in: bucket)
        buckets[index].objects.entries[key]?.ghost = Ghost(version: ghost.version, object: object)
    }
}
