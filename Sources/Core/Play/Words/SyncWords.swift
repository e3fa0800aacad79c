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

    private init(_ text: String, isAlert: Bool = false) {
        self.text = text
        self.isAlert = isAlert
    }
}

extension ConnectionFailure {
    /// What is the matter, and the next step, for a person who waits.
    var sentence: String {
        switch self {
        case .nameUnknown: "No machine has the server's name: check the address."
        case .unreachable: "The server's machine can't be reached from here."
        case .refused: "No server listens there: tictactoe serve starts one."
        case .certificateRejected: "The server's certificate is not to be trusted."
        case .notSimperium: "What answers there is no tictactoe server."
        case .full: "The server is full; trying again."
        case .closedByHub: "The server said goodbye; trying again."
        case .lost, .silent: "The line to the server broke; trying again."
        case .timedOut, .unanswered: "The server does not answer; trying again."
        case .outpaced: "More happened than could be read; reading anew."
        case .garbled: "The server sent what can't be read; trying again."
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
