package import SimperiumClock

/// An object as it is now.
package struct StoredEntity: Hashable, Codable, Sendable {
    package let key: ObjectKey
    package let version: EntityVersion
    /// Whether this is what is remembered of an object after its removal.
    package let isRemoved: Bool
    /// The object as compact JSON; nil after a removal, and where it was not asked for.
    package let object: [UInt8]?
    /// The last change to it, by which the index is sorted.
    package let changed: Ordinal
    package let owner: EntityOwner?
    /// When the last change was made.
    package let stamp: Stamp
    package let sharing: Sharing?

    package init(
        key: ObjectKey, version: EntityVersion, isRemoved: Bool, object: [UInt8]?,
        changed: Ordinal, owner: EntityOwner? = nil,
        stamp: Stamp = Stamp(milliseconds: 0), sharing: Sharing? = nil
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

    /// The same, shared with others than before.
    package func shared(_ sharing: Sharing?) -> StoredEntity {
        StoredEntity(
            key: key, version: version, isRemoved: isRemoved, object: object, changed: changed,
            owner: owner, stamp: stamp, sharing: sharing)
    }
}
