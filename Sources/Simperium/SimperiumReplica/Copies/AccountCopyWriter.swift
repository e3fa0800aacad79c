package import SimperiumLoop
internal import SimperiumStore
package import SimperiumWire

/// A writer that stores edits in a copy of an account, in order and on another thread. If the disk
/// fails, the writer keeps the edits in memory and tries again.
package final class AccountCopyWriter {
    package enum StoreResult: Hashable, Sendable {
        /// The edits with this number, and all before them, are on disk.
        case stored(Int)
        case failed(StorageError)
    }

    package typealias Commit = @Sendable ([BucketStoreEdits]) throws(StorageError) -> Void

    private let commit: Commit
    private let queue: DiskQueue
    private let onResult: (StoreResult) -> Void
    private let retryPause: Duration
    private var unwritten: [(number: Int, edits: [BucketStoreEdits])] = []
    private var phase = Phase.idle
    private var retryTimer: Timer?

    private enum Phase {
        case idle, writing, pausingAfterFailure
    }

    /// Creates a writer. `retryPause` is the pause between a failure and the next try.
    package init(
        by queue: DiskQueue, on loop: Loop, retryPause: Duration = .seconds(10),
        _ commit: @escaping Commit, _ onResult: @escaping (StoreResult) -> Void
    ) {
        self.commit = commit
        self.queue = queue
        self.retryPause = retryPause
        self.onResult = onResult
        retryTimer = Timer(on: loop) { [unowned self] in
            phase = .idle
            writeUnwrittenIfIdle()
        }
    }

    /// Queues edits to be written. Each `number` must be higher than the previous one.
    package func write(_ edits: [BucketStoreEdits], numbered number: Int) {
        unwritten.append((number, edits))
        writeUnwrittenIfIdle()
    }

    /// Queues one last write of all edits that may not be on disk, without calling `onResult`. An
    /// owner that releases the writer and keeps the copy calls this first.
    package func writeRestWithoutResult() {
        let edits = unwritten.flatMap(\.edits)
        guard !edits.isEmpty else { return }
        // Edits that are being written are written twice, which changes nothing.
        queue.run { [commit] in
            _ = try? commit(edits)
        } then: { _ in
        }
    }

    private func writeUnwrittenIfIdle() {
        guard phase == .idle, let last = unwritten.last?.number else { return }
        phase = .writing
        let edits = unwritten.flatMap(\.edits)
        queue.run { [commit] in
            do throws(StorageError) {
                try commit(edits)
                return StoreResult.stored(last)
            } catch {
                return .failed(error)
            }
        } then: { [weak self] result in
            self?.finishWriting(result)
        }
    }

    private func finishWriting(_ result: StoreResult) {
        switch result {
        case .stored(let last):
            phase = .idle
            unwritten.removeAll { $0.number <= last }
        case .failed:
            phase = .pausingAfterFailure
            retryTimer?.arm(after: retryPause)
        }
        onResult(result)
        writeUnwrittenIfIdle()
    }
}
