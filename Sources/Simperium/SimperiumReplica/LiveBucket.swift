package import SimperiumJSON
internal import SimperiumLoop
package import SimperiumSync
package import SimperiumWire

/// The program's interface to one bucket of a `LiveReplica`: reading, editing and notifications.
///
/// An edit takes effect at once, and is sent when the hub can be reached.
package struct LiveBucket {
    /// An edit that a user has not saved yet, such as typed text: the object before and after the
    /// edit.
    package typealias UnsavedEdit = (from: JSONObject, to: JSONObject)

    struct Listener {
        let onEvent: (LiveBucket, BucketEvent) -> Void
        var beforeUpdate: ((ObjectKey) -> UnsavedEdit?)?
    }

    package let name: BucketName
    private let owner: LiveReplica

    init(_ name: BucketName, of owner: LiveReplica) {
        self.name = name
        self.owner = owner
    }

    /// Sets a callback for an editor. The bucket calls the callback for each object that another
    /// client has changed, and only then notifies the program. The callback returns the editor's
    /// unsaved edit; nil if there is none. The bucket merges this edit with the other client's
    /// change, so no typing is lost.
    package func setUnsavedEditProvider(_ unsaved: @escaping (ObjectKey) -> UnsavedEdit?) {
        owner.updateListener(to: name) { $0.beforeUpdate = unsaved }
    }
}

extension LiveBucket {
    /// The object with the program's own edits; nil if the program sees no object with this key.
    package subscript(key: ObjectKey) -> JSONObject? { owner.replica.object(key, in: name) }

    /// The sorted keys of all objects that the program sees.
    package var keys: [ObjectKey] { owner.replica.keys(in: name) }

    package var count: Int { owner.replica.count(in: name) }

    /// The sorted keys of the objects with edits that the hub has not confirmed, including refused
    /// edits.
    package var unsynced: [ObjectKey] { owner.replica.unsyncedKeys(in: name) }

    /// The keys of objects with edits that the hub has refused.
    package var refused: Set<ObjectKey> { owner.replica.refusedKeys(in: name) }

    /// Returns the hub's code for the refusal of an object's edit; nil if no edit of it is refused.
    package func refusalCode(of key: ObjectKey) -> Int? {
        owner.replica.refusalCode(of: key, in: name)
    }

    /// Makes an edit. If the resulting object would exceed a limit, changes nothing and returns the
    /// reason; otherwise returns nil. An error event reports the reason, too. After the store has
    /// failed, does nothing and returns nil.
    @discardableResult
    package func edit(_ edit: BucketEdit) -> UnsendableObjectReason? {
        owner.applyEdit(edit, in: name)
    }

    /// Requests the last versions of an object, the newest first; at most 160. Returns references
    /// to them. Each version arrives as an event.
    @discardableResult
    package func requestVersions(of key: ObjectKey, count: Int) -> [EntityVersionReference] {
        owner.process(.requestVersions(of: key, count: count, in: name))
        return owner.replica.versionReferences(of: key, count: count, in: name)
    }
}

extension LiveBucket.Listener {
    /// Calls the program's callback. If the event announces remote changes, merges the unsaved
    /// edits of the changed objects first.
    func mergeUnsavedEditsAndDeliver(_ event: BucketEvent, in bucket: LiveBucket) {
        if case .willChange(let keys) = event, let beforeUpdate {
            for key in keys {
                guard let (from, to) = beforeUpdate(key) else { continue }
                bucket.edit(.merge(key, from: from, to: to))
            }
        }
        onEvent(bucket, event)
    }
}

extension ObjectKey {
    /// Returns a key of 32 random hex digits from the operating system.
    package static func random() -> ObjectKey {
        .trappingIfInvalid(SecureRandom.hexText(byteCount: 16))
    }
}

extension ClientID {
    /// Returns a random client id for a new installation.
    package static func random() -> ClientID {
        .trappingIfInvalid("swift-" + SecureRandom.hexText(byteCount: 16))
    }
}
