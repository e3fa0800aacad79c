/// The rule for keeping an object's versions: the newest versions, and older versions with a number
/// that ends in 1.
package struct VersionRetention: Hashable, Sendable {
    /// The upper bound of both counts, which in practice keeps all versions.
    private static let most = 1 << 30

    /// The count of newest versions to keep, including the present one.
    package let contiguous: Int
    /// The count of older versions to keep: the newest of those with a number that ends in 1.
    package let tenths: Int

    package static let standard = VersionRetention(contiguous: 60, tenths: 100)

    package init(contiguous: Int, tenths: Int) {
        self.contiguous = min(max(contiguous, 1), Self.most)
        self.tenths = min(max(tenths, 0), Self.most)
    }

    package func keeps(_ version: EntityVersion, of latest: EntityVersion) -> Bool {
        keeps(version.number, of: latest.number)
    }

    /// Returns the versions that version `latest` makes obsolete.
    package func newlyOutdated(by latest: EntityVersion) -> [EntityVersion] {
        let newest = latest.number - contiguous
        let isTenth = newest % 10 == 1
        let candidates = isTenth ? [newest, newest - tenths * 10] : [newest]
        return candidates.filter { !keeps($0, of: latest.number) }.compactMap(EntityVersion.init)
    }

    private func keeps(_ version: Int, of latest: Int) -> Bool {
        let newest = latest - contiguous
        guard version <= newest else { return version <= latest }
        return version % 10 == 1 && (newest - version) / 10 < tenths
    }
}

/// The minimum history that a store keeps of each bucket.
package struct MinimumStoredHistory: Hashable, Sendable {
    /// The minimum number of changes that the log keeps.
    package var logLength: Int
    /// The minimum number of removed objects that are kept, with the ids of their last changes.
    /// They outlive the log, so that the hub recognises a repeated old change as applied.
    package var removals: Int

    package init(logLength: Int = 10_000, removals: Int = 10_000) {
        self.logLength = logLength
        self.removals = removals
    }
}
