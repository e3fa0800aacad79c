internal import Glibc

/// A thread with a loop of its own, for a program with more work than one processor core can do.
///
/// An actor lives on that loop. Other threads call `perform` on the loop, or `await` the actor's
/// answer. Dropping the value stops the loop, closes it, and waits for the end of the thread. If
/// the value is dropped on that thread itself, the drop does not wait, and the thread ends after
/// the current turn.
@safe package final class LoopThread<RootActor: Actor>: Sendable {
    package let rootActor: RootActor
    package let loop: Loop
    private let thread: Thread

    /// Starts a thread, and waits until `makeActor` has returned on that thread. Throws the error
    /// of `makeActor`, or an error if the thread or its loop can't be created. `beforeClose` runs
    /// on that thread after the loop has stopped, and before the loop closes.
    package init(
        _ makeActor: @escaping @Sendable (Loop) throws -> RootActor,
        beforeClose: @escaping @Sendable (RootActor) -> Void = { _ in }
    ) throws {
        let started = BlockingPromise<(RootActor, Loop)>()
        thread = try Thread {
            do {
                let loop = try Loop()
                let rootActor = try makeActor(loop)
                started.fulfill(with: .success((rootActor, loop)))
                loop.run()
                beforeClose(rootActor)
                loop.close()
            } catch {
                started.fulfill(with: .failure(error))
            }
        }
        do {
            (rootActor, loop) = try started.wait()
        } catch {
            thread.join()
            throw error
        }
    }

    deinit {
        loop.perform { [loop] in loop.stop() }
        if loop.isIsolatingCurrentContext() == true { thread.detach() } else { thread.join() }
    }
}

/// A value that one thread waits for and another thread provides, once.
///
/// `@unchecked`, because the semaphore orders the accesses to `value`.
@safe private final class BlockingPromise<Value: Sendable>: @unchecked Sendable {
    private let bell = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)
    private var value: Result<Value, any Error>?

    init() {
        unsafe sem_init(bell, 0, 0)
    }

    deinit {
        unsafe sem_destroy(bell)
        unsafe bell.deallocate()
    }

    func fulfill(with value: Result<Value, any Error>) {
        self.value = value
        unsafe sem_post(bell)
    }

    func wait() throws -> Value {
        while unsafe sem_wait(bell) != 0 {}
        guard let value else { preconditionFailure("the bell rang without a value") }
        return try value.get()
    }
}
