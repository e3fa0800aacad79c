package import SimperiumLoop

/// Work for the disk on other threads, one after the other, so that the loop never waits for it.
package final class DiskQueue {
    private let loop: Loop
    private var waiting: [() -> Void] = []
    private var work: PoolWork?
    private var isBusy = false
    /// Whoever waits for the end of all work.
    private var idle: [() -> Void] = []

    package init(on loop: Loop) {
        self.loop = loop
    }

    /// Has another thread do `work` as soon as all that came before is done, and this one take the
    /// result.
    package func run<Result: Sendable>(
        _ work: @escaping @Sendable () -> Result, then take: @escaping (Result) -> Void
    ) {
        waiting.append { [unowned self] in
            self.work = loop.offload(work) { [unowned self] result in
                isBusy = false
                take(result)
                proceed()
            }
        }
        proceed()
    }

    /// Has `done` called once nothing is left to do: at once, if nothing is.
    package func whenIdle(_ done: @escaping () -> Void) {
        idle.append(done)
        proceed()
    }

    private func proceed() {
        guard !isBusy else { return }
        guard !waiting.isEmpty else {
            for done in exchange(&idle, with: []) { done() }
            return
        }
        isBusy = true
        waiting.removeFirst()()
    }
}
