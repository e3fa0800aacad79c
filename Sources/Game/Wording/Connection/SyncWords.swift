internal import Drawing
package import SimperiumClock
package import SimperiumSync

/// The sync status in the title bar.
package struct SyncWords: Hashable {
    package let text: String
    /// True if the text needs the user's attention.
    package let isAlert: Bool

    /// The delay before unsent changes are shown, so that the text does not flicker.
    package static let leastDelay = Duration.milliseconds(200)

    /// Makes the text. `unsentSince` is the time of the oldest unsent change.
    package init(
        _ status: SyncStatus, _ statistics: ReplicaStatistics, unsentSince: Instant?,
        at now: Instant
    ) {
        let isLate = unsentSince.map { now - $0 >= Self.leastDelay } ?? false
        let unsent = isLate ? statistics.unsentOrUnacknowledged : 0
        switch status {
        case .connecting: self.init("connecting", isAlert: true)
        case .authorizing: self.init("signing in", isAlert: true)
        case .indexing: self.init("catching up", isAlert: true)
        case .synced where unsent > 0: self.init("sending \(unsent)")
        case .synced: self.init("in sync")
        case .offline(let retryAt, _):
            let queue = unsent > 0 ? ", \(unsent) queued" : ""
            let retry = retryAt.map { ", retry in \($0.countdown(from: now))" } ?? ""
            self.init("offline" + queue + retry, isAlert: true)
        case .unauthorized(let reason): self.init("refused: \(reason.asForeignText)", isAlert: true)
        }
    }

    /// The text without its details.
    package var shortText: String { String(text.prefix { $0 != "," && $0 != ":" }) }

    private init(_ text: String, isAlert: Bool = false) {
        self.text = text
        self.isAlert = isAlert
    }
}

extension ReplicaStatistics {
    package var unsentOrUnacknowledged: Int { unsent + unacknowledged }
}
