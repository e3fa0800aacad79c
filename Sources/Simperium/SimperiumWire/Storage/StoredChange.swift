/// An accepted change in its bucket's log.
package struct StoredChange: Hashable, Codable, Sendable {
    package let ordinal: SequenceNumber
    package let key: ObjectKey
    /// The object's version after the change (`ev`).
    package let version: EntityVersion
    /// The previous change to the object; nil for a creation, also after a removal.
    package let previous: SequenceNumber?
    /// The id of the change. If the author is not the bucket's user, the id is qualified by the
    /// author.
    package let changeID: ChangeID
    /// The change as JSON, in the form that every client receives.
    package let entry: [UInt8]
    /// The author; nil if it is the bucket's user.
    package let author: UserID?

    package init(
        ordinal: SequenceNumber, key: ObjectKey, version: EntityVersion, previous: SequenceNumber?,
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
