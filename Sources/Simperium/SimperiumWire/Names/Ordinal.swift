/// What a hub numbers its changes and leases with: never given out twice, and sorted as given out.
///
/// The epoch is new each time a hub starts, so that the count needs to survive nothing. Clients see
/// it as a change version, which is opaque to them.
package struct Ordinal: Hashable, Codable, Comparable, Sendable {
    package let epoch: UInt32
    package let count: UInt64

    /// Before everything: the change version of a bucket in which nothing has happened yet.
    package static let zero = Ordinal(epoch: 0, count: 0)

    package init(epoch: UInt32, count: UInt64) {
        self.epoch = epoch
        self.count = count
    }

    /// Nil for what another hub made up.
    package init?(_ changeVersion: ChangeVersion) {
        guard let parts = changeVersion.parts else { return nil }
        self.init(epoch: parts.epoch, count: parts.number)
    }

    package var changeVersion: ChangeVersion { ChangeVersion(epoch: epoch, number: count) }

    package static func < (left: Ordinal, right: Ordinal) -> Bool {
        (left.epoch, left.count) < (right.epoch, right.count)
    }
}
