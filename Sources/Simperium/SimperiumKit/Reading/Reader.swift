internal import SimperiumLoop

/// The place where a task waits for the elements of a backlog, on the client's loop.
///
/// One task reads at a time. If another one calls `next`, the first one's call returns nil.
actor Reader<Line: Backlog> {
    private let loop: Loop
    private var backlog: Line
    private var waiter: CheckedContinuation<Void, Never>?
    /// True if a wake-up came while no task waited.
    private var isRung = false
    /// The number of calls of `next`.
    private var turn = 0
    private var isOver = false

    nonisolated var unownedExecutor: UnownedSerialExecutor { loop.executor }

    init(of backlog: Line, on loop: Loop) {
        self.loop = loop
        self.backlog = backlog
    }

    /// Changes the backlog, unless the reader has ended.
    func bring(_ change: @Sendable (inout Line) -> Void) {
        guard !isOver else { return }
        change(&backlog)
        wake()
    }

    /// Ends the reader after the elements that are in the backlog.
    func end() {
        isOver = true
        wake()
    }

    /// Returns the next element; nil at the end, after a cancellation, or if another task has begun
    /// to read.
    func next() async -> Line.Element? {
        turn += 1
        let ours = turn
        wake()
        isRung = false
        while ours == turn, !Task.isCancelled {
            if let element = backlog.next() { return element }
            if isOver { return nil }
            await withTaskCancellationHandler {
                await withCheckedContinuation { wait($0, in: ours) }
            } onCancel: {
                loop.perform { self.assumeIsolated { $0.wake() } }
            }
        }
        return nil
    }

    /// Begins to wait, unless an element has come or another task has begun to read since the last
    /// look. Then the other task's continuation must not be replaced.
    private func wait(_ continuation: CheckedContinuation<Void, Never>, in ours: Int) {
        guard ours == turn, !isRung else {
            if ours == turn { isRung = false }
            return continuation.resume()
        }
        waiter = continuation
    }

    private func wake() {
        if let waiter = waiter.take() { waiter.resume() } else { isRung = true }
    }
}
