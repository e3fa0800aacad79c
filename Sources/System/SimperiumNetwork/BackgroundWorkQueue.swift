internal import SimperiumClock
internal import SimperiumLoop

/// A queue of long computations for other threads. At most two run at a time, and at most one for
/// each address.
package final class BackgroundWorkQueue {
    private static let places = 2

    private final class Running {
        var work: PoolWork?
    }

    private let loop: Loop
    private var queue = FairQueue<[UInt8], (@escaping () -> Void) -> Running>(
        places: BackgroundWorkQueue.places)
    private var running: [[UInt8]: Running] = [:]

    init(on loop: Loop) {
        self.loop = loop
    }

    /// Runs `work` on another thread, and passes its result to `take` in a later turn.
    package func perform<Result: Sendable>(
        for addressPrefix: [UInt8], _ work: @escaping @Sendable () -> Result,
        then take: @escaping (Result) -> Void
    ) {
        let loop = loop
        queue.append(
            { finish in
                let running = Running()
                running.work = loop.offload(work) { result in
                    finish()
                    take(result)
                }
                return running
            }, of: addressPrefix)
        startWaitingWork()
    }

    private func startWaitingWork() {
        while let (begin, owner) = queue.startNext() {
            running[owner] = begin { [unowned self] in
                running[owner] = nil
                queue.finish(of: owner)
                startWaitingWork()
            }
        }
    }
}
