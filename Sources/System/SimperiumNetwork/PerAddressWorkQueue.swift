internal import SimperiumClock
internal import SimperiumLoop

/// A queue of long computations for other threads. At most two run at a time, and at most one for
/// each address.
package final class PerAddressWorkQueue {
    private static let mostRunning = 2

    private final class RunningWork {
        var work: OffloadedWork?
    }

    private let loop: Loop
    private var queue = FairQueue<[UInt8], (@escaping () -> Void) -> RunningWork>(
        limit: PerAddressWorkQueue.mostRunning)
    private var running: [[UInt8]: RunningWork] = [:]

    init(on loop: Loop) {
        self.loop = loop
    }

    /// Queues `work` for another thread, and passes its result to `take` in a later turn.
    package func perform<Result: Sendable>(
        for addressPrefix: [UInt8], _ work: @escaping @Sendable () -> Result,
        then take: @escaping (Result) -> Void
    ) {
        let loop = loop
        queue.append(
            { finish in
                let running = RunningWork()
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
