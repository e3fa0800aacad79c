internal import Glibc

/// A thread whose code may block, unlike code on the threads of Swift tasks and of libuv's pool.
package final class Thread: Sendable {
    private let thread: pthread_t

    package init(_ body: @escaping @Sendable () -> Void) throws(LibraryError) {
        var thread = pthread_t()
        let function = unsafe Unmanaged.passRetained(ThreadFunction(body)).toOpaque()
        let status = unsafe pthread_create(
            &thread, nil,
            { function in
                unsafe ThreadFunction.fromRetained(function).body()
                return nil
            }, function)
        guard status == 0 else {
            unsafe _ = ThreadFunction.fromRetained(function)
            throw LibraryError(status, "start a thread")
        }
        self.thread = thread
    }

    /// Waits for the end of the thread. Call either `join` or `detach`, once.
    package func join() {
        pthread_join(thread, nil)
    }

    /// Lets the system free the thread when its function returns. Call either `detach` or `join`,
    /// once.
    package func detach() {
        pthread_detach(thread)
    }
}

/// A thread's function, kept until the thread has started.
private final class ThreadFunction: Sendable {
    let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) {
        self.body = body
    }

    /// Returns the function behind a retained pointer, and releases the pointer's reference to the
    /// function.
    static func fromRetained(_ pointer: UnsafeMutableRawPointer?) -> ThreadFunction {
        guard let pointer = unsafe pointer else {
            preconditionFailure("a thread began with nothing")
        }
        return unsafe Unmanaged.fromOpaque(pointer).takeRetainedValue()
    }
}
