internal import SimperiumWebWire

/// Asks for each who comes whether the host keeps them out, and knows of whom the log has told.
package struct BanWatch: Sendable {
    /// What comes of asking, for those who are kept out.
    package struct Finding: Hashable, Sendable {
        package let ban: Ban
        /// Whether the log is to tell: once for each address, until the list is read again.
        package let isNews: Bool
    }

    /// Of more addresses than these the log does not tell.
    private static let mostTold = 1_000

    package var bans: BanList {
        didSet { told = [] }
    }
    private var told: Set<[UInt8]> = []

    package init(_ bans: BanList = BanList()) {
        self.bans = bans
    }

    /// What keeps out whoever comes from that address. `day` is asked for where there are bans.
    package mutating func finding(
        onAddress host: [UInt8], at day: () -> CalendarDay?
    ) -> Finding? {
        guard bans.count > 0, let day = day(), let ban = bans.ban(onAddress: host, at: day) else {
            return nil
        }
        let isNews = told.count < Self.mostTold && told.insert(HostNumber.prefix(of: host)).inserted
        return Finding(ban: ban, isNews: isNews)
    }
}
