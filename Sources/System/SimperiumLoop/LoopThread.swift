internal import Glibc

/// A thread with a loop of its own, for a program with more work than one core can do.
///
/// An actor lives on that loop. Other threads call `perform` on the loop, or `await` the actor's
/// answer. Dropping the value stops the loop, closes it, and waits for the end of the thread. If
/// the value is dropped on that thread itself, it does not wait: the thread ends with its turn.
@safe package final class LoopThread<Dweller: Actor>: Sendable {
    package let dweller: Dweller
    package let loop: Loop
    private let thread: Thread

    /// Starts a thread, and waits until `moveIn` has returned there. Rethrows the error of
    /// `moveIn`. `moveOut` runs on the thread last, before the loop closes.
    package init(
        _ moveIn: @escaping @Sendable (Loop) throws -> Dweller,
        moveOut: @escaping @Sendable (Dweller) -> Void = { _ in }
    ) throws {
        let entrance = BlockingPromise<(Dweller, Loop)>()
        thread = try Thread {
            do {
                let loop = try Loop()
                let dweller = try moveIn(loop)
                entrance.fulfill(with: .success((dweller, loop)))
                loop.run()
                moveOut(dweller)
                loop.close()
            } catch {
                entrance.fulfill(with: .failure(error))
            }
        }
        do {
            (dweller, loop) = try entrance.wait()
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
/// `@unchecked`, because the semaphore orders the accesses to `guest`.
@safe private final class BlockingPromise<Guest: Sendable>: @unchecked Sendable {
    private let bell = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)
    private var guest: Result<Guest, any Error>?

    init() {
        unsafe sem_init(bell, 0, 0)
    }

    deinit {
        unsafe sem_destroy(bell)
        unsafe bell.deallocate()
    }

    func fulfill(with guest: Result<Guest, any Error>) {
        self.guest = guest
        unsafe sem_post(bell)
    }

    func wait() throws -> Guest {
        while unsafe sem_wait(bell) != 0 {}
        guard let guest else { preconditionFailure("the bell rang without a value") }
        return try guest.get()
    }
}
