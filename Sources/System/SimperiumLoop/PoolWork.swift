internal import CSimperiumUV

extension Loop {
    /// Has another thread do `work`, and this one take the result.
    ///
    /// For what would hold up all others: hashing a password, asking for an address. A few threads
    /// share it out, in order. If the value or the loop ends before `work` begins, it does not
    /// begin; if it has begun, its result is lost. A process that exits waits for it, too; one
    /// that must not ends by `_exit`.
    package func offload<Result: Sendable>(
        _ work: @escaping @Sendable () -> Result, then take: @escaping (Result) -> Void
    ) -> PoolWork {
        checkOpen()
        // One thread after the other uses it; libuv's queue hands it over.
        nonisolated(unsafe) let result = Slot<Result>()
        let item = WorkItem(inbox) {
            unsafe result.value = work()
        } then: {
            if let value = unsafe result.value { take(value) }
        }
        item.begin(on: self)
        return PoolWork(of: item, on: self)
    }
}

/// Work that another thread does for the loop. It is called off with the value that holds it.
@safe package struct PoolWork: ~Copyable {
    private let loop: Loop
    private let item: WorkItem

    fileprivate init(of item: WorkItem, on loop: Loop) {
        self.loop = loop
        self.item = item
    }

    deinit {
        loop.end(item)
    }
}

/// What the loop keeps of a `PoolWork`. libuv holds it until the work is done or called off.
@safe private final class WorkItem: LoopOwned {
    private let request = UnsafeMutablePointer<uv_work_t>.allocate(capacity: 1)
    private let inbox: Inbox
    private let work: @Sendable () -> Void
    private var finish: (() -> Void)?

    init(_ inbox: Inbox, _ work: @escaping @Sendable () -> Void, then finish: @escaping () -> Void)
    {
        self.inbox = inbox
        self.work = work
        self.finish = finish
    }

    deinit {
        unsafe request.deallocate()
    }

    func begin(on loop: Loop) {
        unsafe request.pointee.data = Unmanaged.passRetained(self).toOpaque()
        unsafe uv_queue_work(
            loop.handle, request,
            { request in
                guard let data = unsafe request?.pointee.data else { return }
                unsafe Unmanaged<WorkItem>.fromOpaque(data).takeUnretainedValue().perform()
            },
            { request, _ in
                guard let data = unsafe request?.pointee.data else { return }
                unsafe Unmanaged<WorkItem>.fromOpaque(data).takeRetainedValue().complete()
            })
    }

    override func end() {
        guard finish.take() != nil else { return }
        // Fails if the work has begun; then it goes on, and its result is lost.
        unsafe uv_cancel(UnsafeMutableRawPointer(request).assumingMemoryBound(to: uv_req_t.self))
    }

    /// On another thread.
    private func perform() {
        if !inbox.isClosed { work() }
    }

    private func complete() {
        let finish = finish.take()
        if !inbox.isClosed { finish?() }
    }
}

/// Room for what another thread makes.
private final class Slot<Value> {
    var value: Value?
}
