internal import SimperiumClock
internal import SimperiumLoop

/// A queue of long computations for other threads. At most two run at a time, and at most one for
/// each address.
package final class PerAddressWorkQueue {
    private static let mostRunning = 2

    private let loop: Loop
    private var queue = FairQueue<[UInt8], (@escaping () -> Void) -> Void>(
        limit: PerAddressWorkQueue.mostRunning)

    init(on loop: Loop) {
        self.loop = loop
    }

    /// Queues `work` for another thread, and passes its result to `take` in a later turn.
    package func perform<Result: Sendable>(
        for addressPrefix: [UInt8], _ work: @escaping @Sendable () -> Result,
        then take: @escaping (Result) -> Void
    ) {
        queue.append(
            { [loop] finish in
                loop.offloadUncancelled(work) { result in
                    finish()
                    take(result)
                }
            }, of: addressPrefix)
        startWaitingWork()
    }

    private func startWaitingWork() {
        while let (begin, owner) = queue.startNext() {
            begin { [weak self] in
                self?.queue.finish(of: owner)
                self?.startWaitingWork()
            }
        }
    }
}
