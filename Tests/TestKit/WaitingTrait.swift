internal import Dispatch
internal import Glibc
internal import TestSupport
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
        // A queue of its own, because tests can keep the threads of the global queues busy.
        DispatchQueue(label: "alarm").asyncAfter(
            deadline: .now() + .seconds(Int(limit.components.seconds)), execute: alarm)
        let start = ContinuousClock.now
        defer {
            alarm.cancel()
            record(ContinuousClock.now - start, of: test)
        }
        try await withTaskExecutorPreference(WaitingThreads.shared) { try await run() }
    }

    /// Adds the seconds that a test took to the file that `.ci/tests` reads.
    private func record(_ time: Duration, of test: Test) {
        guard let path = environment("TEST_TIMES") else { return }
        let file = unsafe open(path, O_WRONLY | O_APPEND | O_CLOEXEC)
        guard file >= 0 else { return }
        let line = Array("\(test.id)\t\(time / .seconds(1))\n".utf8)
        _ = unsafe write(file, line, line.count)
        close(file)
    }
}

extension Trait where Self == WaitingTrait {
    /// For tests that block while they wait: for a program, a socket, a loop, a file's lock.
    package static var waits: Self { waits(atMost: .seconds(300)) }

    package static func waits(atMost limit: Duration) -> Self { Self(limit: limit) }
}

/// The threads of tests with the trait `.waits`, for a task that is not their child. A `Task { … }`
/// runs on the pool.
package enum TestThreads {
    package static var executor: any TaskExecutor { WaitingThreads.shared }
}

/// Threads that tests may block: more than there are cores, because most of them wait. Each takes
/// the next job of all, so that none waits for a thread that a test blocks.
private final class WaitingThreads: TaskExecutor {
    static let shared = WaitingThreads()

    /// Read and changed on `turns` alone: the thread sanitizer does not see a `Mutex`.
    private nonisolated(unsafe) var jobs: [UnownedJob] = []
    private let turns = DispatchQueue(label: "jobs of waiting tests")
    private let count = DispatchSemaphore(value: 0)

    private init() {
        for number in 0..<16 {
            DispatchQueue(label: "waiting test \(number)").async { [self] in
                while true { runNext() }
            }
        }
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        turns.sync { unsafe jobs.append(job) }
        count.signal()
    }

    private func runNext() {
        count.wait()
        let job = turns.sync { unsafe jobs.removeFirst() }
        unsafe job.runSynchronously(on: asUnownedTaskExecutor())
    }
}
