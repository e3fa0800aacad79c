/// A queue of work that may block for a long time and can't be cancelled, such as the lookup of a
/// host name.
///
/// The queue has threads of its own, because stuck work on the threads of `Loop.offload` would hold
/// up all other work. Neither `Loop.close` nor the exit of the process waits for the queue's work.
/// Use the queue only on the loop's thread, and not after the loop has been destroyed.
package final class BlockingWorkQueue {
    /// The maximum number of threads at once. Further work waits.
    private static let most = 4

    // A running thread references the queue, and must not hold the last reference to the loop.
    private unowned let loop: Loop
    private var waiting: [BlockingWorkItem] = []
    private var running = 0

    package init(on loop: Loop) {
        self.loop = loop
    }

    /// Runs `work` on another thread, and passes its result to `take` on the loop's thread. If the
    /// returned `OffloadedWork` is destroyed before `work` starts, `work` never runs. If `work` has
    /// started by then, its result is dropped. The work may wait forever behind stuck work, so the
    /// caller needs a time limit.
    package func run<Result: Sendable>(
        _ work: @escaping @Sendable () -> Result, then take: @escaping (Result) -> Void
    ) -> OffloadedWork {
        loop.checkOpen()
        let result = UncheckedSendableBox<Result?>(nil)
        let item = BlockingWorkItem {
            result.value = work()
        } then: {
            if let value = result.value { take(value) }
        }
        waiting.append(item)
        startWaitingItems()
        return OffloadedWork(of: item, on: loop)
    }

    private func startWaitingItems() {
        waiting.removeAll(where: \.hasEnded)
        while running < Self.most, let next = waiting.first, start(next) { waiting.removeFirst() }
    }

    /// Starts a thread for an item. Returns false if no thread can be created; the item then waits
    /// until other work is added or finishes.
    private func start(_ item: BlockingWorkItem) -> Bool {
        // The thread only references these objects. Their functions run on the loop's thread.
        nonisolated(unsafe) let queue = self
        nonisolated(unsafe) let started = item
        let inbox = loop.inbox
        let work = item.work
        let thread = try? Thread {
            work()
            inbox.post { unsafe queue.finish(started) }
        }
        guard let thread else { return false }
        thread.detach()
        running += 1
        return true
    }

    private func finish(_ item: BlockingWorkItem) {
        running -= 1
        item.complete()
        startWaitingItems()
    }
}

/// Work in a `BlockingWorkQueue`, and the closure that delivers the work's result.
private final class BlockingWorkItem: LoopOwned {
    let work: @Sendable () -> Void
    private var take: (() -> Void)?

    init(_ work: @escaping @Sendable () -> Void, then take: @escaping () -> Void) {
        self.work = work
        self.take = take
    }

    var hasEnded: Bool { take == nil }

    func complete() {
        let take = take.take()
        take?()
    }

    override func end() {
        _ = take.take()
    }
}
