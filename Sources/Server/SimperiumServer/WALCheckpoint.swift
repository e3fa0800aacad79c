import SimperiumLoop
import SimperiumStore

/// A checkpoint of a store's write-ahead log on a pool thread: it waits for the disk, and neither
/// the loop nor the thread that commits may wait that long.
final class WALCheckpoint {
    private enum State {
        case idle
        case running
        /// The file has all but the pages that were written meanwhile.
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

    /// Begins a checkpoint of the file at `path`. Returns true once when it is done: then a
    /// checkpoint by the thread that commits is short.
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
        // An error here is one of the thread that commits, too, which reports it.
        work = loop.offload {
            try? HubStore.checkpoint(of: path)
        } then: { [unowned self] _ in
            state = .done
        }
    }
}
