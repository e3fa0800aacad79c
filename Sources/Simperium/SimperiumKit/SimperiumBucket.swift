internal import SimperiumLoop
internal import SimperiumReplica
internal import SimperiumWebWire

/// One bucket of a client, for reading and editing.
///
/// Each call goes to the client's thread and back. Use one `perform(_:)` for several calls that
/// belong together.
public struct SimperiumBucket: Sendable {
    /// The name of the bucket at the server.
    public let name: BucketName
    let thread: ClientThread

    init(_ name: BucketName, of thread: ClientThread) {
        self.name = name
        self.thread = thread
    }

    /// The object with the program's own edits; nil if there is no such object.
    public subscript(key: ObjectKey) -> JSONObject? {
        get async { await thread.client.readBucket(name, or: nil) { $0.live[key] } }
    }

    /// The keys of all objects, in order.
    public var keys: [ObjectKey] {
        get async { await thread.client.readBucket(name, or: []) { $0.live.keys } }
    }

    /// All objects, in the order of their keys.
    public var objects: [Keyed<JSONObject>] {
        get async { await thread.client.readBucket(name, or: []) { $0.objects } }
    }

    /// The number of objects.
    public var count: Int {
        get async { await thread.client.readBucket(name, or: 0) { $0.live.count } }
    }

    /// The refused edits that the program has neither changed nor reverted since, including
    /// refusals in earlier runs of the program.
    public var refused: [Refusal] {
        get async { await thread.client.readBucket(name, or: []) { $0.refused } }
    }

    /// The keys of the objects with edits that the server has not confirmed, including refused
    /// edits, in order.
    public var unsynced: [ObjectKey] {
        get async { await thread.client.readBucket(name, or: []) { $0.live.unsynced } }
    }

    /// The keys of the presence objects with absent owners, each with the owner's deadline to
    /// return.
    public var absent: [ObjectKey: ContinuousClock.Instant] {
        get async { await thread.client.ownerAbsenceEnds(in: name) }
    }
}

extension SimperiumBucket {
    /// Creates an object under a new random key, and returns the key.
    @discardableResult
    public func insert(_ object: JSONObject) async throws(SimperiumError) -> ObjectKey {
        try await thread.client.editBucket(name) { bucket throws(SimperiumError) in
            try bucket.insert(object)
        }
    }

    /// Creates an object, or replaces all members of an existing one.
    public func set(_ key: ObjectKey, to object: JSONObject) async throws(SimperiumError) {
        try await thread.client.editBucket(name) { bucket throws(SimperiumError) in
            try bucket.set(key, to: object)
        }
    }

    /// Changes some members of an object; throws if there is no such object. Other clients' changes
    /// to other members at the same time are kept.
    public func update(
        _ key: ObjectKey, setting members: JSONObject, removing names: [String] = []
    ) async throws(SimperiumError) {
        try await thread.client.editBucket(name) { bucket throws(SimperiumError) in
            try bucket.update(key, setting: members, removing: names)
        }
    }

    /// Merges an edit into the present object. `from` is the object that the program once read;
    /// `to` is the same object after the edit. An object that was deleted meanwhile is created
    /// again if `from` and `to` differ, except in a presence bucket.
    public func merge(
        _ key: ObjectKey, from: JSONObject, to: JSONObject
    ) async throws(SimperiumError) {
        try await thread.client.editBucket(name) { bucket throws(SimperiumError) in
            try bucket.merge(key, from: from, to: to)
        }
    }

    /// Deletes an object. Does nothing if there is no such object.
    public func delete(_ key: ObjectKey) async throws(SimperiumError) {
        try await thread.client.editBucket(name) { bucket throws(SimperiumError) in
            bucket.delete(key)
        }
    }

    /// Drops an object's edits that were not sent or were refused.
    public func revert(_ key: ObjectKey) async throws(SimperiumError) {
        try await thread.client.editBucket(name) { bucket throws(SimperiumError) in
            bucket.revert(key)
        }
    }

    /// Performs several reads and edits as one: nothing happens in between, and all edits are
    /// stored and sent together. Edits before an error in `body` are kept.
    ///
    ///     let objects = try await bucket.perform { bucket in
    ///         bucket.keys.compactMap { key in bucket[key].map { (key, $0) } }
    ///     }
    public func perform<Result: Sendable>(
        _ body: @Sendable (borrowing OpenBucket) throws -> Result
    ) async throws -> Result {
        try await thread.client.runInOneTurn(name, body)
    }

    /// Performs reads and edits as ``perform(_:)`` does. Returns when the edits are in the client's
    /// file, where a crash does not lose them.
    public func save<Result: Sendable>(
        _ body: @Sendable (borrowing OpenBucket) throws -> Result
    ) async throws -> Result {
        let result = try await perform(body)
        try await thread.client.waitUntilStored()
        return result
    }
}

extension SimperiumBucket {
    /// Returns the changes by other clients from now on, for one task to read. Call this once for
    /// each task.
    ///
    /// The first change is `everything`, so that a program reads all objects in one place. An
    /// object that changes several times is reported once, with the sum of its changes. If more
    /// than `unreadLimit` changes wait, `everything` replaces them. `includingOwn` adds the
    /// program's own edits.
    public func changes(includingOwn: Bool = false) async -> Updates<BucketChange> {
        await updates(ChangeBacklog(limit: thread.client.unreadLimit)) {
            $0.addReader($1, includingOwn: includingOwn)
        }
    }

    /// Returns the objects that pass `isIncluded`, in the order of their keys or of `areInOrder`,
    /// now and after each change, own edits included. A slow reader receives only the newest list.
    ///
    /// Both closures run on the client's thread, which waits for them. The cost of a change hardly
    /// depends on the length of the list.
    public func live(
        where isIncluded: @escaping @Sendable (JSONObject) -> Bool = { _ in true },
        sortedBy areInOrder: @escaping @Sendable (JSONObject, JSONObject) -> Bool = { _, _ in false
        }
    ) async -> Updates<LiveList<JSONObject>> {
        await live(LiveListBacklog({ isIncluded($0) ? $0 : nil }, sortedBy: areInOrder))
    }

    func live<Value>(_ backlog: LiveListBacklog<Value>) async -> Updates<LiveList<Value>> {
        await updates(backlog) { $0.addReader($1) }
    }

    /// Returns the edits that the server refuses from now on. If the reader is too slow, the newest
    /// `unreadLimit` refusals are kept, and older refusals are only counted. See ``refused`` for
    /// earlier refusals.
    public func refusals() async -> Updates<Refusal> {
        await updates(RefusalBacklog(limit: thread.client.unreadLimit)) { $0.addReader($1) }
    }

    private func updates<Unread: UnreadUpdateBacklog>(
        _ backlog: Unread, _ add: @Sendable (ClientBucket, BacklogReader<Unread>) -> Void
    ) async -> Updates<Unread.Element> {
        let reader = await thread.client.newReader(of: name, backlog, add)
        return Updates(of: thread) { reader }
    }

    /// Returns the last `count` versions of an object, the newest first, except those that the
    /// server no longer has; at most 160. Waits for a connection. Throws if there is no such
    /// object, or if the versions have not arrived after 30 seconds.
    public func versions(
        of key: ObjectKey, last count: Int
    ) async throws(SimperiumError) -> [ObjectVersion] {
        try await thread.client.versions(of: key, last: count, in: name)
    }

    /// Sets a callback for an editor. The client calls it for each object that another client has
    /// changed, before the change is reported. The callback returns the editor's unsaved edit; nil
    /// if there is none. The client merges the two changes, so no typing is lost. The client's
    /// thread waits for the callback.
    public func willChange(_ unsaved: @escaping @Sendable (ObjectKey) -> UnsavedEdit?) async {
        await thread.client.readBucket(name, or: ()) { $0.setUnsavedEditProvider(unsaved) }
    }

    /// Returns this bucket with its objects as values of a type.
    public func typed<Value: Codable & Sendable>(as type: Value.Type) -> TypedBucket<Value> {
        TypedBucket(self)
    }
}

/// A user who has access to a shared object.
public struct Sharer: Hashable, Sendable {
    /// The permanent id of the user.
    public let userID: String
    /// The name of the user; nil if the server no longer has the name.
    public let name: String?
    /// False for a user who may only read.
    public let mayWrite: Bool
}

/// The sharing of an object, as its owner or another user sees it.
@nonexhaustive
public enum ObjectSharing: Hashable, Sendable {
    /// The present user owns the object, and shares it with these users.
    case own(with: [Sharer])
    /// Another user owns the object, and shares it with the present user.
    case shared(by: Sharer, mayWrite: Bool)
}

/// Sharing of objects between users of an app.
///
/// The other user has the object in the bucket of the same name, and can edit it like any other
/// object, if `mayWrite` is true. The bucket's option `sharing` must be true. Only the app's
/// administrator can set this option. These calls need a connection, and an object that the server
/// has: see ``SimperiumClient/waitUntilSettled(within:)``.
extension SimperiumBucket {
    /// Shares an object of the present user with another user, or changes the other user's right to
    /// write.
    public func share(
        _ key: ObjectKey, with name: String, mayWrite: Bool
    ) async throws(SimperiumError) {
        try await thread.client.requestSharing(
            .put, key, in: self.name, with: name, mayWrite: mayWrite)
    }

    /// Stops sharing an object with another user. With the present user's own name, leaves an
    /// object that another user shares.
    public func unshare(_ key: ObjectKey, with name: String) async throws(SimperiumError) {
        try await thread.client.requestSharing(.delete, key, in: self.name, with: name)
    }

    /// Returns the owner of an object that another user shares; for an object of the present user,
    /// the users who have access.
    public func sharing(of key: ObjectKey) async throws(SimperiumError) -> ObjectSharing {
        let answer = try await thread.client.requestSharing(.get, key, in: name)
        if let owner = answer["owner"]?.object.flatMap({ Sharer($0, mayWrite: true) }) {
            return .shared(by: owner, mayWrite: answer["write"] == .bool(true))
        }
        let sharers = answer["shares"]?.array?.compactMap { item in
            item.object.flatMap { Sharer($0, mayWrite: $0["write"] == .bool(true)) }
        }
        guard let sharers else { throw .notReachable(.notSimperium) }
        return .own(with: sharers)
    }
}

extension Sharer {
    fileprivate init?(_ members: JSONObject, mayWrite: Bool) {
        guard let userID = members["userid"]?.string else { return nil }
        self.init(userID: userID, name: members["username"]?.string, mayWrite: mayWrite)
    }
}
