internal import Glibc

/// A thread that may block, unlike the threads of tasks and of the pool.
package final class Thread: Sendable {
    private let thread: pthread_t

    package init(_ live: @escaping @Sendable () -> Void) throws(LibraryError) {
        var thread = pthread_t()
        let life = unsafe Unmanaged.passRetained(ThreadFunction(live)).toOpaque()
        let status = unsafe pthread_create(
            &thread, nil,
            { life in
                unsafe ThreadFunction.taken(from: life).live()
                return nil
            }, life)
        guard status == 0 else {
            unsafe _ = ThreadFunction.taken(from: life)
            throw LibraryError(status: -status, "pthread_create")
        }
        self.thread = thread
    }

    /// Waits for the end of the thread. Call either this or `detach`, once.
    package func join() {
        pthread_join(thread, nil)
    }

    /// Lets the thread end by itself. Call either this or `join`, once.
    package func detach() {
        pthread_detach(thread)
    }
}

/// The function of a thread, kept until it has started.
private final class ThreadFunction: Sendable {
    let live: @Sendable () -> Void

    init(_ live: @escaping @Sendable () -> Void) {
        self.live = live
    }

    static func taken(from life: UnsafeMutableRawPointer?) -> ThreadFunction {
        guard let life = unsafe life else { preconditionFailure("a thread began with nothing") }
        return unsafe Unmanaged.fromOpaque(life).takeRetainedValue()
    }
}
