internal import SimperiumClock
package import SimperiumLoop

/// A queue of work for the disk, done on other threads one piece at a time, so that the loop never
/// waits.
package final class DiskQueue {
    private let loop: Loop
    private var waiting = Queue<() -> Void>()
    private var work: OffloadedWork?
    private var isBusy = false
    private var idleHandlers: [() -> Void] = []

    package init(on loop: Loop) {
        self.loop = loop
    }

    /// Runs `work` on another thread after all earlier work, then `finish` on the loop's thread.
    /// Work that has not begun when the queue is released never runs.
    package func run<Result: Sendable>(
        _ work: @escaping @Sendable () -> Result, then finish: @escaping (Result) -> Void
    ) {
        waiting.append { [unowned self] in
            self.work = loop.offload(work) { [weak self] result in
                self?.isBusy = false
                finish(result)
                // Nil if `finish` has released the queue.
                self?.runNext()
            }
        }
        runNext()
    }

    /// Calls `done` when no work is left; immediately if the queue is idle.
    package func whenIdle(_ done: @escaping () -> Void) {
        idleHandlers.append(done)
        runNext()
    }

    private func runNext() {
        guard !isBusy else { return }
        guard let next = waiting.popFirst() else {
            for done in exchange(&idleHandlers, with: []) { done() }
            return
        }
        isBusy = true
        next()
    }
}
