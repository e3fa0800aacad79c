import SimperiumLoop
import SimperiumStore
import SimperiumWire

/// A checkpoint of a store's write-ahead log on a pool thread. A checkpoint waits for the disk
/// longer than the loop, or the thread that commits, may wait.
final class BackgroundWALCheckpoint {
    private enum CheckpointState {
        case idle
        case running
        /// The checkpoint has ended, with an error only if the disk failed.
        case done(StorageError?)
    }

    private let loop: Loop
    private var state = CheckpointState.idle
    private var work: OffloadedWork?

    init(on loop: Loop) {
        self.loop = loop
    }

    var isRunning: Bool {
        if case .running = state { true } else { false }
    }

    /// Returns true once after each checkpoint. The next checkpoint by the thread that commits is
    /// then short. Throws if the disk failed. In that case, the log may have lost pages, and
    /// another checkpoint could damage the file.
    func takeCompletion() throws(StorageError) -> Bool {
        guard case .done(let failure) = state else { return false }
        state = .idle
        if let failure { throw failure }
        return true
    }

    /// Forgets the result of the last checkpoint, because the file is opened again. No checkpoint
    /// may be running.
    func dropCompletion() {
        state = .idle
    }

    /// Begins a checkpoint of the file at `path`, unless a checkpoint is running, or the completion
    /// of the last checkpoint has not been taken.
    func startIfIdle(_ path: String) {
        guard case .idle = state else { return }
        state = .running
        // Other errors also occur on the thread that commits, which reports them.
        work = loop.offload { () -> StorageError? in
            do throws(StorageError) { try HubStore.checkpoint(of: path) } catch {
                return error.isDiskFailure ? error : nil
            }
            return nil
        } then: { [unowned self] failure in
            state = .done(failure)
        }
    }
}
