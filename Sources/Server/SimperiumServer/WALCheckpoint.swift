import SimperiumLoop
import SimperiumStore

/// A checkpoint of a store's write-ahead log on another thread, because it waits for the disk, and
/// all clients would wait with it.
final class WALCheckpoint {
    private enum State {
        case idle
        case running
        /// All is in the file but what was written meanwhile.
        case done
    }

    private let loop: Loop
    private var state = State.idle
    private var work: PoolWork?

    init(on loop: Loop) {
        self.loop = loop
    }

    var isRunning: Bool {
        if case .running = state { true } else { false }
    }

    /// Goes on as far as it can: begins with the file at `path`, or ends. True when one is done,
    /// and what was written meanwhile is all that is left to do.
    func proceed(with path: String?) -> Bool {
        switch state {
        case .idle:
            if let path { begin(path) }
            return false
        case .running: return false
        case .done:
            state = .idle
            return true
        }
    }

    private func begin(_ path: String) {
        state = .running
        // What went wrong there goes wrong here, too, where it is told.
        work = loop.offload {
            try? HubStore.checkpoint(of: path)
        } then: { [unowned self] _ in
            state = .done
        }
    }
}
