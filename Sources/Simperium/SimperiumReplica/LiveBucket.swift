package import SimperiumJSON
internal import SimperiumLoop
package import SimperiumSync
package import SimperiumWire

/// One bucket of a replica at work: what a program reads, and where it writes.
///
/// An edit takes effect at once, and reaches the hub when it can.
package struct LiveBucket {
    /// Text that somebody has typed into an object, and the object as it was when they began.
    package struct UnsavedEdit: Hashable, Sendable {
        package let from: JSONObject
        package let to: JSONObject

        package init(from: JSONObject, to: JSONObject) {
            self.from = from
            self.to = to
        }
    }

    /// Whoever hears what happens in a bucket.
    struct Listener {
        let hear: (LiveBucket, BucketEvent) -> Void
        var beforeUpdate: ((ObjectKey) -> UnsavedEdit?)?
    }

    package let name: BucketName
    private let owner: LiveReplica

    init(_ name: BucketName, of owner: LiveReplica) {
        self.name = name
        self.owner = owner
    }

    /// Asked for each object that others have changed, before the program hears of it, what an
    /// editor holds of it that was not handed in. The two are merged: nobody's typing is lost.
    package func beforeUpdate(_ unsaved: @escaping (ObjectKey) -> UnsavedEdit?) {
        owner.listen(to: name) { $0.beforeUpdate = unsaved }
    }
}

extension LiveBucket {
    /// An object as it is with the program's own edits; nil if there is none.
    package subscript(key: ObjectKey) -> JSONObject? { owner.replica.object(key, in: name) }

    /// The keys of all objects, in order.
    package var keys: [ObjectKey] { owner.replica.keys(in: name) }

    /// The objects with edits that the hub does not know, or has refused.
    package var unsynced: [ObjectKey] { owner.replica.unsynced(in: name) }

    /// Those of them that the hub has refused.
    package var refused: [ObjectKey] { owner.replica.refused(in: name) }

    /// Makes an object under a key that nobody else can have chosen.
    package func insert(_ object: JSONObject) -> ObjectKey {
        let key = ObjectKey.random()
        put(key, object)
        return key
    }

    /// Makes an object, or replaces all of the one that is there. As with `update` and `merge`, an
    /// object that fits through no wire is not made, and why is told at once and as an event.
    @discardableResult
    package func put(_ key: ObjectKey, _ object: JSONObject) -> InvalidObject? {
        edit(.put(key, object))
    }

    /// Changes some members, and leaves the others to whoever changes them at the same time.
    @discardableResult
    package func update(
        _ key: ObjectKey, setting members: JSONObject, removing names: [JSONString] = []
    ) -> InvalidObject? {
        edit(.update(key, setting: members, removing: names))
    }

    /// Makes the change that an editor made, to the object as it is by now.
    @discardableResult
    package func merge(_ key: ObjectKey, _ edit: UnsavedEdit) -> InvalidObject? {
        self.edit(.merge(key, from: edit.from, to: edit.to))
    }

    package func delete(_ key: ObjectKey) {
        edit(.delete(key))
    }

    /// Drops what has not been sent, or was refused.
    package func revert(_ key: ObjectKey) {
        edit(.revert(key))
    }

    /// Asks for the last versions of an object, the newest first. Each comes as an event.
    /// Returns which these are.
    @discardableResult
    package func requestVersions(of key: ObjectKey, count: Int) -> [EntityReference] {
        owner.turn(.requestVersions(of: key, count: count, in: name))
        return owner.replica.history(of: key, count: count, in: name)
    }

    @discardableResult
    private func edit(_ edit: BucketEdit) -> InvalidObject? {
        owner.make(edit, in: name)
    }
}

extension LiveBucket.Listener {
    func hear(_ event: BucketEvent, in bucket: LiveBucket) {
        if case .willChange(let keys) = event, let beforeUpdate {
            for key in keys {
                if let edit = beforeUpdate(key) { bucket.merge(key, edit) }
            }
        }
        hear(bucket, event)
    }
}

extension ObjectKey {
    /// 32 hex digits of the operating system's chance.
    package static func random() -> ObjectKey {
        guard let key = ObjectKey(SecureRandom.hexText(16)) else {
            preconditionFailure("hex digits are a key")
        }
        return key
    }
}

extension ClientID {
    /// A name for a new installation.
    package static func random() -> ClientID {
        guard let id = ClientID("swift-" + SecureRandom.hexText(16)) else {
            preconditionFailure("hex digits are a client id")
        }
        return id
    }
}
