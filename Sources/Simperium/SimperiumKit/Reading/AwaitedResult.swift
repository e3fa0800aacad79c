internal import SimperiumClock
internal import SimperiumLoop

/// A result that one task waits for. The result is set once, on the client's loop.
actor AwaitedResult<Value: Sendable> {
    private let loop: Loop
    private var result: Result<Value, SimperiumError>?
    private var waiter: CheckedContinuation<Void, Never>?
    private var alarm: Timer?

    nonisolated var unownedExecutor: UnownedSerialExecutor { loop.executor }

    init(on loop: Loop) {
        self.loop = loop
    }

    /// True if there is a result. Call this on the loop, like `resolve`.
    nonisolated var isResolved: Bool { assumeIsolated { $0.result != nil } }

    /// Sets the result, unless there is one already.
    nonisolated func resolve(_ result: Result<Value, SimperiumError>) {
        assumeIsolated { $0.setResult(result) }
    }

    private func setResult(_ result: Result<Value, SimperiumError>) {
        guard self.result == nil else { return }
        self.result = result
        alarm = nil
        waiter.take()?.resume()
    }

    private func storeOrResumeWaiter(_ continuation: CheckedContinuation<Void, Never>) {
        if result == nil { waiter = continuation } else { continuation.resume() }
    }

    /// Waits for the result, and returns its value or throws its error. Also throws if the limit
    /// passes or the task is cancelled. Call this once.
    func value(within limit: Duration?) async throws(SimperiumError) -> Value {
        if let limit, result == nil {
            alarm = Timer(on: loop) { [unowned self] in resolve(.failure(.timedOut)) }
            // Callers may pass any duration, but a clock can't add the longest ones.
            alarm?.arm(after: min(max(limit, .zero), .seconds(1_000_000_000)))
        }
        await withTaskCancellationHandler {
            if result == nil { await withCheckedContinuation { storeOrResumeWaiter($0) } }
        } onCancel: {
            loop.perform { self.resolve(.failure(.cancelled)) }
        }
        guard let result else { preconditionFailure("a task is resumed only with a result") }
        return try result.get()
    }

    /// Waits for the result even if the task is cancelled. Call this once.
    func waitEvenIfCancelled() async {
        if result == nil { await withCheckedContinuation { storeOrResumeWaiter($0) } }
    }
}

/// The tasks that wait for the same event.
struct WaitingTasks {
    private var results: [AwaitedResult<Void>] = []

    var isEmpty: Bool { results.isEmpty }

    /// Adds a task, and returns the result that the task must wait for.
    mutating func add(on loop: Loop) -> AwaitedResult<Void> {
        // Before the list grows, it drops the tasks that have stopped waiting.
        if results.count == results.capacity { results.removeAll { $0.isResolved } }
        let result = AwaitedResult<Void>(on: loop)
        results.append(result)
        return result
    }

    mutating func resumeAll(with result: Result<Void, SimperiumError> = .success(())) {
        for waiting in exchange(&results, with: []) { waiting.resolve(result) }
    }
}
