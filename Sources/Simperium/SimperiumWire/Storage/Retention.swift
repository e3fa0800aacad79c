/// Which old versions of an object remain: the newest ones, and of the others the newest with a
/// number that ends in 1.
package struct Retention: Hashable, Sendable {
    /// Of either kind. Any more are as good as all.
    private static let most = 1 << 30

    /// How many of the newest versions are kept, the present one included.
    package let contiguous: Int
    /// How many of every tenth version are kept beyond these.
    package let tenths: Int

    package static let standard = Retention(contiguous: 60, tenths: 100)

    package init(contiguous: Int, tenths: Int) {
        self.contiguous = min(max(contiguous, 1), Self.most)
        self.tenths = min(max(tenths, 0), Self.most)
    }

    package func keeps(_ version: EntityVersion, of latest: EntityVersion) -> Bool {
        keeps(version.number, of: latest.number)
    }

    /// What is no longer kept now that there is version `latest`.
    package func outdated(by latest: EntityVersion) -> [EntityVersion] {
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
