import SimperiumLoop
import SimperiumStore

/// The way home of what a store's log has gathered: on another thread, because it waits for the
/// disk, and everybody would wait with it.
final class Homecoming {
    private enum State {
        case idle
        case away
        /// All is home but what was written meanwhile.
        case back
    }

    private let loop: Loop
    private var state = State.idle
    private var errand: Errand?

    init(on loop: Loop) {
        self.loop = loop
    }

    /// To be called when nothing is uncommitted: begins when the log is long, and ends.
    func proceed(with store: inout ServerStore) throws(StorageError) {
        switch state {
        case .idle:
            if let path = store.fileWithLongLog { begin(path) }
        case .away: break
        case .back:
            state = .idle
            try store.endLog()
        }
    }

    private func begin(_ path: String) {
        state = .away
        // What went wrong there goes wrong here, too, where it is told.
        errand = loop.offload {
            try? HubStore.bringLogHome(of: path)
        } then: { [unowned self] _ in
            state = .back
        }
    }
}
