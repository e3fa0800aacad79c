package import SimperiumClock

/// The present state of an object.
package struct StoredEntity: Hashable, Codable, Sendable {
    package let key: ObjectKey
    package let version: EntityVersion
    /// True if the object is removed, and this is its last known state.
    package let isRemoved: Bool
    /// The object as compact JSON; nil after a removal, or if it was not requested.
    package var object: [UInt8]?
    /// The last change to the object. The index is sorted by it.
    package let changed: SequenceNumber
    package var owner: PresenceObjectOwner?
    /// The time of the last change.
    package let stamp: ServerTime
    package var sharing: Sharing?

    package init(
        key: ObjectKey, version: EntityVersion, isRemoved: Bool, object: [UInt8]?,
        changed: SequenceNumber, owner: PresenceObjectOwner? = nil,
        stamp: ServerTime = ServerTime(milliseconds: 0), sharing: Sharing? = nil
    ) {
        self.key = key
        self.version = version
        self.isRemoved = isRemoved
        self.object = object
        self.changed = changed
        self.owner = owner
        self.stamp = stamp
        self.sharing = sharing
    }

    package var isMirror: Bool { sharing?.isMirror == true }
}
