/// The number of a change or a lease at a hub. Numbers are unique and increasing.
///
/// Each start of a hub has a new epoch, so the count need not be stored. Clients receive it as a
/// change version, which is opaque to them.
package struct SequenceNumber: Hashable, Codable, Comparable, Sendable {
    package let epoch: UInt32
    package let count: UInt64

    /// The number of a bucket without changes; less than all others.
    package static let zero = SequenceNumber(epoch: 0, count: 0)

    package init(epoch: UInt32, count: UInt64) {
        self.epoch = epoch
        self.count = count
    }

    /// Reads the number from a change version; returns nil if the version does not have this hub's
    /// form.
    package init?(_ changeVersion: ChangeVersion) {
        guard let parts = changeVersion.parts else { return nil }
        self.init(epoch: parts.epoch, count: parts.number)
    }

    package var changeVersion: ChangeVersion { ChangeVersion(epoch: epoch, number: count) }

    package static func < (left: SequenceNumber, right: SequenceNumber) -> Bool {
        (left.epoch, left.count) < (right.epoch, right.count)
    }
}
