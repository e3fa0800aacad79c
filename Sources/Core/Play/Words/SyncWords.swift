internal import Clockwork
internal import SyncClient

/// How far this program is from having what the server has, as the first line says it.
struct SyncWords: Hashable {
    let text: String
    /// Whether whoever looks should be alarmed.
    let isAlert: Bool

    init(_ status: SyncStatus, _ statistics: ReplicaStatistics, at now: Instant) {
        let unsent = statistics.unsent + statistics.unacknowledged
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
    var shortText: String { String(text.prefix { $0 != "," && $0 != ":" }) }

    private init(_ text: String, isAlert: Bool = false) {
        self.text = text
        self.isAlert = isAlert
    }
}

extension ConnectionFailure {
    /// What is the matter and, where there is one, the next step.
    var sentence: String {
        switch self {
        case .refused: "No server there: “tictactoe serve” starts one."
        case .nameUnknown: "Offline: \(self). Check the address."
        default: "Offline: \(self)."
        }
    }
}

extension Duration {
    /// A short time, as the first line shows it: `0.4 ms`, `41 ms`, `2 s`.
    var words: String {
        let microseconds = nanoseconds / 1_000
        if microseconds < 9_950 {
            let tenths = max(1, (microseconds + 50) / 100)
            return "\(tenths / 10).\(tenths % 10) ms"
        }
        let milliseconds = (microseconds + 500) / 1_000
        return milliseconds < 10_000 ? "\(milliseconds) ms" : "\(milliseconds / 1_000) s"
    }

    /// How long ago something was, no finer than anybody wants to know.
    var age: String {
        let seconds = max(0, nanoseconds) / 1_000_000_000
        switch seconds {
        case ..<60: return "\(seconds) s"
        case ..<3_600: return "\(seconds / 60) min"
        default: return "\(seconds / 3_600) h"
        }
    }
}
