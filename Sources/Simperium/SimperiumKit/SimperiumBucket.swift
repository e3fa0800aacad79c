internal import SimperiumLoop
internal import SimperiumReplica

/// One bucket of a client: what a program reads, and where it writes.
///
/// Each call goes to the client's thread and back. Many that belong together are one `turn(_:)`.
public struct SimperiumBucket: Sendable {
    public let name: BucketName
    let home: Home

    init(_ name: BucketName, of home: Home) {
        self.name = name
        self.home = home
    }

    /// An object as it is with the program's own edits; nil if there is none.
    public subscript(key: ObjectKey) -> JSONObject? {
        get async { await home.life.read(name, or: nil) { $0[key] } }
    }

    /// The keys of all objects, in order.
    public var keys: [ObjectKey] {
        get async { await home.life.read(name, or: []) { $0.keys } }
    }

    /// The objects with edits that the server does not know, or has refused.
    public var unsynced: [ObjectKey] {
        get async { await home.life.read(name, or: []) { $0.unsynced } }
    }

    /// The objects of presence whose owners' connections broke, and until when these may return.
    public var absent: [ObjectKey: ContinuousClock.Instant] {
        get async { await home.life.read(name, or: [:]) { $0.absent } }
    }
}

extension SimperiumBucket {
    /// Makes an object under a key that nobody else can have chosen.
    @discardableResult
    public func insert(_ object: JSONObject) async throws(SimperiumError) -> ObjectKey {
        try await home.life.edit(name) { bucket throws(SimperiumError) in
            try bucket.insert(object)
        }
    }

    /// Makes an object, or replaces all of the one that is there.
    public func put(_ key: ObjectKey, _ object: JSONObject) async throws(SimperiumError) {
        try await home.life.edit(name) { bucket throws(SimperiumError) in
            try bucket.put(key, object)
        }
    }

    /// Changes some members, and leaves the others to whoever changes them at the same time.
    public func update(
        _ key: ObjectKey, setting members: JSONObject, removing names: [String] = []
    ) async throws(SimperiumError) {
        try await home.life.edit(name) { bucket throws(SimperiumError) in
            try bucket.update(key, setting: members, removing: names)
        }
    }

    /// Makes the change that leads from what somebody read to what they made of it, to the object
    /// as it is by now. An object that others deleted meanwhile returns.
    public func merge(
        _ key: ObjectKey, from: JSONObject, to: JSONObject
    ) async throws(SimperiumError) {
        try await home.life.edit(name) { bucket throws(SimperiumError) in
            try bucket.merge(key, from: from, to: to)
        }
    }

    public func delete(_ key: ObjectKey) async throws(SimperiumError) {
        try await home.life.edit(name) { bucket throws(SimperiumError) in bucket.delete(key) }
    }

    /// Drops what has not been sent, or was refused.
    public func revert(_ key: ObjectKey) async throws(SimperiumError) {
        try await home.life.edit(name) { bucket throws(SimperiumError) in bucket.revert(key) }
    }

    /// Several reads and edits at once: nothing comes between, and all is stored and sent together.
    /// What was edited stays so if `body` throws.
    ///
    ///     let objects = try await bucket.turn { bucket in
    ///         bucket.keys.compactMap { key in bucket[key].map { (key, $0) } }
    ///     }
    public func turn<Result: Sendable>(
        _ body: @Sendable (borrowing OpenBucket) throws -> Result
    ) async throws -> Result {
        try await home.life.turn(name, body)
    }
}

extension SimperiumBucket {
    /// What others do from now on. One task reads it; another one gets a sequence of its own.
    public func changes() async -> BucketChanges {
        BucketChanges(home: home, reader: await home.life.newChangeReader(of: name))
    }

    /// The edits that the server refuses from now on.
    public func refusals() async -> Refusals {
        Refusals(home: home, reader: await home.life.newRefusalReader(of: name))
    }

    /// The last versions of an object that the server still has, the newest first. Waits for a
    /// connection if there is none, but for half a minute at most.
    public func versions(
        of key: ObjectKey, last count: Int
    ) async throws(SimperiumError) -> [ObjectVersion] {
        try await home.life.versions(of: key, last: count, in: name)
    }

    /// Asks, for each object that others have changed and before anybody hears of it, what an
    /// editor holds of it that was not handed in. The two are merged: nobody's typing is lost. It
    /// is called on the client's thread, which waits for it.
    public func willChange(
        _ unsaved: @escaping @Sendable (ObjectKey) -> UnsavedEdit?
    ) async {
        await home.life.read(name, or: ()) { $0.beforeUpdate(unsaved) }
    }

    /// The same bucket, whose objects are values of a type of yours.
    public func of<Value: Codable & Sendable>(_ type: Value.Type) -> TypedBucket<Value> {
        TypedBucket(self)
    }
}
