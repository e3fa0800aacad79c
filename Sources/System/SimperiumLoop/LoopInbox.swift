internal import CSimperiumUV
internal import Glibc

/// The work that other threads pass to the loop, and the event descriptor that wakes the loop.
///
/// `lock` guards every variable, so threads can share an inbox. The program has no other lock. The
/// lock is a pthread mutex because the thread sanitizer does not follow `Synchronization.Mutex`
/// when two threads contend for it, and reports false races. The bell is an eventfd because
/// `uv_async_send` of libuv 1.44 keeps the loop spinning until the sender has returned from its
/// system call.
@safe final class LoopInbox: @unchecked Sendable {
    let bell: Descriptor
    private let lock: UnsafeMutablePointer<pthread_mutex_t>
    private var jobs: [UnownedJob] = []
    private var calls: [@Sendable () -> Void] = []
    private var closed = false

    init() throws(LibraryError) {
        let bell = eventfd(0, CInt(EFD_NONBLOCK | EFD_CLOEXEC))
        guard bell >= 0 else { throw LibraryError(errno, "create an eventfd") }
        self.bell = Descriptor(rawValue: bell)
        unsafe lock = .allocate(capacity: 1)
        unsafe pthread_mutex_init(lock, nil)
    }

    deinit {
        close(bell.rawValue)
        unsafe pthread_mutex_destroy(lock)
        unsafe lock.deallocate()
    }

    func post(_ job: UnownedJob) {
        let isFirst = withLock {
            jobs.append(job)
            return jobs.count == 1
        }
        if isFirst { wakeLoop() }
    }

    func post(_ call: @escaping @Sendable () -> Void) {
        let isFirst = withLock {
            calls.append(call)
            return calls.count == 1
        }
        if isFirst { wakeLoop() }
    }

    /// Wakes the loop if it is waiting; otherwise makes its next wait end at once.
    func wakeLoop() {
        var one: UInt64 = 1
        _ = unsafe write(bell.rawValue, &one, 8)
    }

    /// Resets the bell, moves the jobs to the end of `ready`, and removes and returns the functions
    /// to call.
    func drain(into ready: inout [UnownedJob]) -> [@Sendable () -> Void] {
        var rings: UInt64 = 0
        _ = unsafe read(bell.rawValue, &rings, 8)
        return withLock {
            ready.append(contentsOf: jobs)
            jobs.removeAll(keepingCapacity: true)
            defer { calls = [] }
            return calls
        }
    }

    /// True once the loop is closed. Another thread then skips work that it has not begun.
    var isClosed: Bool {
        get { withLock { closed } }
        set { withLock { closed = newValue } }
    }

    private func withLock<Result>(_ body: () -> Result) -> Result {
        unsafe pthread_mutex_lock(lock)
        defer { unsafe pthread_mutex_unlock(lock) }
        return body()
    }
}
