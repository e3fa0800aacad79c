internal import SimperiumLoop

/// Where one task waits for what another brings, on the client's loop.
///
/// One task reads at a time: where another one begins to, the one that waited is let go.
actor Reader<Line: Backlog> {
    private let loop: Loop
    private var backlog: Line
    private var waiter: CheckedContinuation<Void, Never>?
    /// Whether there was something to wake for when nobody waited.
    private var isRung = false
    /// Goes up with each call of `next`.
    private var turn = 0
    private var isOver = false

    nonisolated var unownedExecutor: UnownedSerialExecutor { loop.executor }

    init(of backlog: Line, on loop: Loop) {
        self.loop = loop
        self.backlog = backlog
    }

    /// Changes what waits, unless all is over.
    func bring(_ change: @Sendable (inout Line) -> Void) {
        guard !isOver else { return }
        change(&backlog)
        wake()
    }

    /// What waits is read still, and then no more comes.
    func end() {
        isOver = true
        wake()
    }

    /// Nil at the end, or if the task is cancelled, or if another one reads.
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

    /// Since the task has looked, something may have come, and another one may have begun to read:
    /// whose place must not be taken.
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
