internal import Dispatch
internal import Glibc
internal import Synchronization
package import Testing

/// Runs tests on threads of their own, each for a limited time.
///
/// A test that waits for another program blocks its thread, and the pool that tests usually run on
/// has one thread for each core. `.timeLimit` of the testing library records an issue and then
/// waits for the blocked thread; this trait names the test and ends the run.
package struct WaitingTrait: TestTrait, SuiteTrait, TestScoping {
    let limit: Duration

    package var isRecursive: Bool { true }

    package func scopeProvider(for test: Test, testCase: Test.Case?) -> Self? {
        testCase == nil ? nil : self
    }

    package func provideScope(
        for test: Test, testCase: Test.Case?,
        performing run: @concurrent @Sendable () async throws -> Void
    ) async throws {
        let alarm = DispatchWorkItem { [limit] in
            let name = test.displayName ?? test.name
            print("✘ Test \"\(name)\" did not end within \(limit) (\(test.sourceLocation))")
            fflush(nil)
            exit(1)
        }
        DispatchQueue.global().asyncAfter(
            deadline: .now() + .seconds(Int(limit.components.seconds)), execute: alarm)
        defer { alarm.cancel() }
        try await withTaskExecutorPreference(WaitingThreads.shared) { try await run() }
    }
}

extension Trait where Self == WaitingTrait {
    /// For tests that block while they wait: for a program, a socket, a loop, a file's lock.
    package static var waits: Self { waits(atMost: .seconds(180)) }

    package static func waits(atMost limit: Duration) -> Self { Self(limit: limit) }
}

/// Threads that tests may block: more than there are cores, because most of them wait.
private final class WaitingThreads: TaskExecutor {
    static let shared = WaitingThreads()

    private let queues = (0..<8).map { DispatchQueue(label: "waiting test \($0)") }
    /// The number of jobs that each queue has to run.
    private let loads = Mutex([Int](repeating: 0, count: 8))

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let place = loads.withLock { loads in
            let place = loads.indices.min { loads[$0] < loads[$1] } ?? 0
            loads[place] += 1
            return place
        }
        queues[place].async { [self] in
            unsafe job.runSynchronously(on: asUnownedTaskExecutor())
            loads.withLock { $0[place] -= 1 }
        }
    }
}
