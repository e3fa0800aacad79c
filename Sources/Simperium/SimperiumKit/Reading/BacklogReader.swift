internal import SimperiumLoop

/// An actor on the client's loop that lets a task wait for the elements of a backlog.
///
/// One task reads at a time. If another task calls `next`, the call of the first task returns nil.
actor BacklogReader<Unread: UnreadUpdateBacklog> {
    private let loop: Loop
    private var backlog: Unread
    private var waiter: CheckedContinuation<Void, Never>?
    /// True if a wake-up came while no task waited.
    private var isWoken = false
    /// The number of calls to `next`.
    private var turn = 0
    private var isOver = false

    nonisolated var unownedExecutor: UnownedSerialExecutor { loop.executor }

    init(of backlog: Unread, on loop: Loop) {
        self.loop = loop
        self.backlog = backlog
    }

    /// Changes the backlog and resumes the waiting task, unless the reader has ended.
    func updateBacklog(_ change: @Sendable (inout Unread) -> Void) {
        guard !isOver else { return }
        change(&backlog)
        resumeWaiter()
    }

    /// Ends the reader. `next` still returns the elements in the backlog, and then nil.
    func finish() {
        isOver = true
        resumeWaiter()
    }

    /// Returns the next element; nil at the end, after a cancellation, or if another task has begun
    /// to read.
    func next() async -> Unread.Element? {
        turn += 1
        let ours = turn
        resumeWaiter()
        isWoken = false
        while ours == turn, !Task.isCancelled {
            if let element = backlog.next() { return element }
            if isOver { return nil }
            await withTaskCancellationHandler {
                await withCheckedContinuation { storeOrResumeWaiter($0, in: ours) }
            } onCancel: {
                loop.perform { self.assumeIsolated { $0.resumeWaiter() } }
            }
        }
        return nil
    }

    /// Stores a continuation for the next update to resume. Resumes the continuation at once if an
    /// update came first, or if another task has begun to read.
    private func storeOrResumeWaiter(_ continuation: CheckedContinuation<Void, Never>, in ours: Int)
    {
        guard ours == turn, !isWoken else {
            if ours == turn { isWoken = false }
            return continuation.resume()
        }
        waiter = continuation
    }

    private func resumeWaiter() {
        if let waiter = waiter.take() { waiter.resume() } else { isWoken = true }
    }
}

/// Weak references to readers. A reader ends when its task releases it.
struct WeakReaders<Unread: UnreadUpdateBacklog> {
    private struct WeakReader {
        weak var reader: BacklogReader<Unread>?
    }

    private var readers: [WeakReader] = []

    var isEmpty: Bool { readers.isEmpty }

    mutating func add(_ reader: BacklogReader<Unread>) {
        readers.removeAll { $0.reader == nil }
        readers.append(WeakReader(reader: reader))
    }

    /// Changes the backlog of each reader. Call this on the loop.
    mutating func updateBacklogs(_ change: @Sendable (inout Unread) -> Void) {
        var isAnyReleased = false
        for reader in readers {
            if let reader = reader.reader {
                reader.assumeIsolated { $0.updateBacklog(change) }
            } else {
                isAnyReleased = true
            }
        }
        if isAnyReleased { readers.removeAll { $0.reader == nil } }
    }

    mutating func endAll() {
        for reader in readers { reader.reader?.assumeIsolated { $0.finish() } }
        readers = []
    }
}

/// The elements that wait for a reader. Their number is bounded, so a slow reader does no harm.
package protocol UnreadUpdateBacklog: Sendable {
    associatedtype Element: Sendable

    /// Removes and returns the next element; nil if there is none.
    mutating func next() -> Element?
}

/// A backlog of only the newest value.
struct NewestValueBacklog<Element: Sendable>: UnreadUpdateBacklog {
    var value: Element?

    mutating func next() -> Element? { value.take() }
}

/// A backlog of the newest refusals, with the number of refusals that were dropped.
struct RefusalBacklog: UnreadUpdateBacklog {
    let limit: Int
    private var waiting: [Refusal] = []
    private var missed = 0

    init(limit: Int) {
        self.limit = limit
    }

    mutating func append(_ key: ObjectKey, code: Int, _ object: JSONObject?) {
        if waiting.count >= limit, !waiting.isEmpty {
            waiting.removeFirst()
            missed += 1
        }
        waiting.append(Refusal(key: key, code: code, object: object, missed: 0))
    }

    mutating func next() -> Refusal? {
        guard !waiting.isEmpty else { return nil }
        let first = waiting.removeFirst()
        defer { missed = 0 }
        return Refusal(key: first.key, code: first.code, object: first.object, missed: missed)
    }
}
