/// A change that was accepted, as the log of its bucket has it.
package struct StoredChange: Hashable, Codable, Sendable {
    package let ordinal: Ordinal
    package let key: ObjectKey
    /// The object's version after the change (`ev`).
    package let version: EntityVersion
    /// The change to the same object before this one; nil for a creation, also after a removal.
    package let previous: Ordinal?
    package let changeID: ChangeID
    /// The change as JSON, as every client hears it.
    package let entry: [UInt8]

    package init(
        ordinal: Ordinal, key: ObjectKey, version: EntityVersion, previous: Ordinal?,
        changeID: ChangeID, entry: [UInt8]
    ) {
        self.ordinal = ordinal
        self.key = key
        self.version = version
        self.previous = previous
        self.changeID = changeID
        self.entry = entry
    }
}
