internal import SimperiumJSON
package import SimperiumWire

/// A cache that shares equal objects among the replicas of one process. It only replaces objects by
/// equal ones, so the order of calls does not matter.
package struct InternedObjects: Sendable {
    private struct ObjectName: Hashable {
        let bucket: BucketName
        let key: ObjectKey
    }

    /// The maximum number of objects in the cache. A full cache is emptied before the next object
    /// is added, because replicas that end remove nothing from it.
    private static let most = 100_000

    private var objects: [ObjectName: JSONObject] = [:]

    package init() {}

    package var count: Int { objects.count }

    /// Returns the cached object if it equals `object`. Otherwise, caches `object` in its place,
    /// and returns `object`.
    fileprivate mutating func interned(
        _ object: JSONObject, as key: ObjectKey, in bucket: BucketName
    ) -> JSONObject {
        let name = ObjectName(bucket: bucket, key: key)
        if let known = objects[name], known == object { return known }
        if objects.count >= Self.most { objects = [:] }
        objects[name] = object
        return object
    }

    fileprivate mutating func remove(_ key: ObjectKey, from bucket: BucketName) {
        objects[ObjectName(bucket: bucket, key: key)] = nil
    }
}

extension Replica {
    /// Replaces the ghost with an equal cached copy. If the cache has no equal copy, caches the
    /// ghost. If the object has no ghost, removes the object from the cache.
    package mutating func internGhost(
        _ key: ObjectKey, in bucket: BucketName, with others: inout InternedObjects
    ) {
        let index = bucketIndex(of: bucket)
        guard let ghost = buckets[index].objects.entries[key]?.ghost else {
            return others.remove(key, from: bucket)
        }
        let object = others.interned(ghost.object, as: key, in: bucket)
        buckets[index].objects.entries[key]?.ghost = Ghost(version: ghost.version, object: object)
    }
}
