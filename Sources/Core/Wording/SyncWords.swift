package import SimperiumClock
package import SimperiumSync

/// How far this program is from having what the server has, as the first line says it.
package struct SyncWords: Hashable {
    package let text: String
    /// Whether whoever looks should be alarmed.
    package let isAlert: Bool

    /// What is sent and answered sooner is never shown: words that flicker tell nobody anything.
    package static let leastDelay = Duration.milliseconds(200)

    /// `unsentSince` is since when there has been something to send.
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
            let retry = retryAt.map { ", retry in \($0.seconds(from: now)) s" } ?? ""
            self.init("offline" + queue + retry, isAlert: true)
        case .unauthorized(let reason): self.init("refused: \(reason)", isAlert: true)
        }
    }

    /// The same without its details.
    package var shortText: String { String(text.prefix { $0 != "," && $0 != ":" }) }

    private init(_ text: String, isAlert: Bool = false) {
        self.text = text
        self.isAlert = isAlert
    }
}

extension ReplicaStatistics {
    package var unsentOrUnacknowledged: Int { unsent + unacknowledged }
}

extension ConnectionFailure {
    /// What is the matter and, where there is one, the next step.
    package var sentence: String {
        switch self {
        case .refused(let address): "No server at \(address); “tictactoe serve” starts one."
        case .notStarted: "No server could be started: “tictactoe doctor” tells where its log is."
        case .nameUnknown: "Offline: \(self). Check the address."
        default: "Offline: \(self)."
        }
    }
}

extension Duration {
    /// A short time, as the first line shows it: `<1 ms`, `41 ms`, `12 s`.
    package var words: String {
        let milliseconds = (nanoseconds + 500_000) / 1_000_000
        if milliseconds < 1 { return "<1 ms" }
        return milliseconds < 10_000 ? "\(milliseconds) ms" : "\(milliseconds / 1_000) s"
    }

    /// How long ago something was, no finer than anybody wants to know.
    package var age: String {
        let seconds = max(0, wholeSeconds)
        switch seconds {
        case ..<60: return "\(seconds) s"
        case ..<3_600: return "\(seconds / 60) min"
        default: return "\(seconds / 3_600) h"
        }
    }
}
