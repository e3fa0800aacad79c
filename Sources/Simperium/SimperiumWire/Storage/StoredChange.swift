/// A change that was accepted, as the log of its bucket has it.
package struct StoredChange: Hashable, Codable, Sendable {
    package let ordinal: Ordinal
    package let key: ObjectKey
    /// The object's version after the change (`ev`).
    package let version: EntityVersion
    /// The change to the same object before this one; nil for a creation, also after a removal.
    package let previous: Ordinal?
    /// Of a change that is another user's it tells whose, too.
    package let changeID: ChangeID
    /// The change as JSON, as every client hears it.
    package let entry: [UInt8]
    /// Who made it, if that was not the bucket's user.
    package let author: UserID?

    package init(
        ordinal: Ordinal, key: ObjectKey, version: EntityVersion, previous: Ordinal?,
        changeID: ChangeID, entry: [UInt8], author: UserID? = nil
    ) {
        self.ordinal = ordinal
        self.key = key
        self.version = version
        self.previous = previous
        self.changeID = changeID
        self.entry = entry
        self.author = author
    }
}
