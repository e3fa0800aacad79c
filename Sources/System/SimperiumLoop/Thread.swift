internal import Glibc

/// A thread that may block, unlike the threads of tasks and of the pool.
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
    let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) {
        self.body = body
    }

    /// Returns the function behind a pointer that holds a reference to it, and releases that
    /// reference.
    static func fromRetained(_ pointer: UnsafeMutableRawPointer?) -> ThreadFunction {
        guard let pointer = unsafe pointer else {
            preconditionFailure("a thread began with nothing")
        }
        return unsafe Unmanaged.fromOpaque(pointer).takeRetainedValue()
    }
}
