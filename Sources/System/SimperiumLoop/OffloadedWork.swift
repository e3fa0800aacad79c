internal import CSimperiumUV

extension Loop {
    /// Runs `work` on another thread, and passes its result to `take` on the loop's thread.
    ///
    /// Use this for work that would delay all other events, such as hashing a password. The few
    /// threads of libuv's pool start work in the order of the calls, so work that may get stuck
    /// belongs in a `BlockingWorkQueue`.
    ///
    /// If the returned `OffloadedWork` is destroyed, or the loop is closed, before `work` starts,
    /// `work` never runs. If `work` has started by then, its result is dropped. A process that
    /// exits waits for started work, unless the process calls `_exit`.
    package func offload<Result: Sendable>(
        _ work: @escaping @Sendable () -> Result, then take: @escaping (Result) -> Void
    ) -> OffloadedWork {
        OffloadedWork(of: startPoolWork(work, then: take), on: self)
    }

    /// Runs `work` as `offload` does. Only the end of the loop cancels the work, or drops its
    /// result.
    package func offloadUncancelled<Result: Sendable>(
        _ work: @escaping @Sendable () -> Result, then take: @escaping (Result) -> Void
    ) {
        _ = startPoolWork(work, then: take)
    }

    private func startPoolWork<Result: Sendable>(
        _ work: @escaping @Sendable () -> Result, then take: @escaping (Result) -> Void
    ) -> LoopOwned {
        checkOpen()
        let result = UncheckedSendableBox<Result?>(nil)
        let item = PoolWorkItem(inbox) {
            result.value = work()
        } then: {
            if let value = result.value { take(value) }
        }
        item.start(on: self)
        return item
    }
}

/// Work that another thread does for the loop. Destroying the value cancels the work if it has not
/// started, and otherwise drops its result.
package struct OffloadedWork: ~Copyable {
    private let loop: Loop
    private let item: LoopOwned

    init(of item: LoopOwned, on loop: Loop) {
        self.loop = loop
        self.item = item
    }

    deinit {
        loop.end(item)
    }
}

/// The libuv request of work in the pool, kept until the work is done or cancelled.
@safe private final class PoolWorkItem: LoopOwned {
    private let request = UnsafeMutablePointer<uv_work_t>.allocate(capacity: 1)
    private let inbox: LoopInbox
    private let work: @Sendable () -> Void
    private var finish: (() -> Void)?

    init(
        _ inbox: LoopInbox, _ work: @escaping @Sendable () -> Void,
        then finish: @escaping () -> Void
    ) {
        self.inbox = inbox
        self.work = work
        self.finish = finish
    }

    deinit {
        unsafe request.deallocate()
    }

    func start(on loop: Loop) {
        unsafe request.pointee.data = Unmanaged.passRetained(self).toOpaque()
        unsafe uv_queue_work(
            loop.handle, request,
            { request in
                guard let data = unsafe request?.pointee.data else { return }
                unsafe Unmanaged<PoolWorkItem>.fromOpaque(data).takeUnretainedValue().perform()
            },
            { request, _ in
                guard let data = unsafe request?.pointee.data else { return }
                unsafe Unmanaged<PoolWorkItem>.fromOpaque(data).takeRetainedValue().complete()
            })
    }

    override func end() {
        guard finish.take() != nil else { return }
        // Cancelling fails if the work has started. The work then continues, and its result is
        // dropped.
        unsafe uv_cancel(UnsafeMutableRawPointer(request).assumingMemoryBound(to: uv_req_t.self))
    }

    /// Performs the work on another thread, unless the loop has been closed.
    private func perform() {
        if !inbox.isClosed { work() }
    }

    private func complete() {
        let finish = finish.take()
        if !inbox.isClosed { finish?() }
    }
}
