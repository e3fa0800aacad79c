// SimperiumLoop: libuv and the system: the loop, timers, signals, files, threads, child processes.
// Not here: TCP and TLS (SimperiumNetwork), time as a value (SimperiumClock).
// Start with `Loop`; then `Timer`, `ReadinessWatch`, `LoopThread`.

internal import CSimperiumUV
internal import Glibc
package import SimperiumClock

/// A libuv loop, and the executor of the actors that live on it.
///
/// The loop belongs to the thread that creates it. An actor that returns `executor` as its
/// `unownedExecutor` runs on that thread. So its jobs and libuv's callbacks never run at the same
/// time, and its state needs no locks. Closures made inside the actor, for a `Timer` or a
/// `ReadinessWatch`, are isolated to it and need no `await`. A complete program:
///
///     @main struct TicTacToe {
///         static func main() throws {
///             let loop = try Loop()
///             let shell = Shell(loop: loop)
///             try shell.assumeIsolated { try $0.start() }
///             loop.run()
///         }
///     }
///
/// Six things to know:
/// - `main` must be synchronous and belong to an `@main` type. Top-level code belongs to the main
///   actor, and an asynchronous `main` begins when other threads have already started.
/// - A plain task made in `main` waits for the main actor, whose thread the loop occupies, so the
///   task never begins. A detached task does.
/// - A task made with `executorPreference: loop` stays on the loop. Without this preference, each
///   `await` of a nonisolated function goes to another thread and back, at hundreds of times the
///   cost.
/// - A closure made outside the actor enters the actor by `assumeIsolated`.
/// - A job that is enqueued after `run` has returned waits for the next `run`, or for `close`. A
///   job that is enqueued after `close` never runs.
/// - A timer's closure that references the timer's owner forms a reference cycle. `close` breaks
///   the cycle.
///
/// `@unchecked`, because only the inbox is shared with other threads, and it has a lock. Everything
/// else is used on the loop's own thread, and by `deinit`, when nothing else can reach the loop.
@safe package final class Loop: SerialExecutor, TaskExecutor, @unchecked Sendable {
    /// The number of jobs that ends a turn after the current batch of jobs. The loop then checks
    /// its descriptors and timers, and runs further jobs in the next turn.
    private static let jobsPerTurn = 1_000

    let handle: UnsafeMutablePointer<uv_loop_t>
    let inbox: LoopInbox
    private let owner = pthread_self()
    private var ready: [UnownedJob] = []
    private var running: [UnownedJob] = []
    private var hooks: [EndOfTurnHook] = []
    private var isRunning = false
    private var isStopping = false
    /// True while the closure of a timer runs. See `Timer.arm`.
    var isRinging = false

    /// Creates a loop that belongs to the calling thread.
    package init() throws(LibraryError) {
        inbox = try LoopInbox()
        let handle = UnsafeMutablePointer<uv_loop_t>.allocate(capacity: 1)
        let status = unsafe uv_loop_init(handle)
        if status < 0 { unsafe handle.deallocate() }
        try checkLibuvStatus(status, "start an event loop")
        unsafe self.handle = unsafe handle
        try watchInbox()
    }

    deinit {
        drainAndClose()
        unsafe handle.deallocate()
    }

    /// The executor that an actor of the loop returns as its `unownedExecutor`.
    @safe package var executor: UnownedSerialExecutor { unsafe asUnownedSerialExecutor() }

    /// The time that the loop read after its last wait, or before it ran the timers that were due.
    /// If the loop is not running, the current time.
    ///
    /// The time does not change while a closure runs, except by `updateTime`. The resolution is a
    /// millisecond, as for timers.
    package var now: Instant {
        if !isRunning { unsafe uv_update_time(handle) }
        return unsafe Instant(milliseconds: Int64(uv_now(handle)))
    }

    /// Updates `now`. Call this if the process was suspended during a turn. Otherwise timers that
    /// are armed later in the turn would count from a time long past.
    package func updateTime() {
        unsafe uv_update_time(handle)
    }

    /// The current time to the nanosecond, for measurements. It may be ahead of `now`.
    package static var preciseNow: Instant { Instant(nanoseconds: Int64(uv_hrtime())) }

    /// Runs the loop until `stop` is called. Then runs the ready jobs and the hooks one last time.
    package func run() {
        checkIsolated()
        precondition(!isRunning && !inbox.isClosed, "a loop runs once at a time, and not closed")
        isRunning = true
        while !isStopping { unsafe uv_run(handle, UV_RUN_DEFAULT) }
        runPendingWork()
        isRunning = false
        isStopping = false
    }

    /// Makes `run` return at the end of this turn. If the loop is not running, the next `run`
    /// returns at once.
    package func stop() {
        checkIsolated()
        isStopping = true
        unsafe uv_stop(handle)
    }

    /// Runs the waiting calls, jobs and hooks, and the jobs that these add, up to the limit of a
    /// turn. Then closes all handles of the loop, even if they are still referenced. Nothing is
    /// delivered afterwards. Jobs beyond the limit never run: jobs that add jobs could otherwise
    /// keep the loop from closing.
    ///
    /// The call waits for `offload` work that has started. It does not wait for child processes,
    /// which continue to run.
    package func close() {
        checkIsolated()
        precondition(!isRunning, "stop a loop before closing it")
        drainAndClose()
    }

    /// Runs `act` on the loop's thread soon. Any thread may call `perform`. `act` can enter an
    /// actor of the loop by `assumeIsolated`. After `close`, `act` never runs.
    package func perform(_ act: @escaping @Sendable () -> Void) {
        inbox.post(act)
    }

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        if isOnOwnThread { ready.append(job) } else { inbox.post(job) }
    }

    package func checkIsolated() {
        precondition(isOnOwnThread, "used off the loop's thread")
    }

    package func isIsolatingCurrentContext() -> Bool? { isOnOwnThread }
}

extension Loop {
    private var isOnOwnThread: Bool { pthread_self() == owner }

    /// Traps if the loop is closed, or if the caller is not on the loop's thread. Call this before
    /// adding a handle.
    func checkOpen() {
        checkIsolated()
        precondition(!inbox.isClosed, "the loop is closed")
    }

    /// Ends `owned` on the loop's thread: at once if called there, otherwise soon.
    func end(_ owned: LoopOwned) {
        if isOnOwnThread { return owned.end() }
        // This thread no longer uses the object.
        nonisolated(unsafe) let owned = owned
        inbox.post { unsafe owned.end() }
    }

    /// Runs `hook` at the end of each turn, after the earlier hooks of its phase.
    func add(_ hook: EndOfTurnHook) {
        let index = hooks.firstIndex { $0.phase > hook.phase } ?? hooks.endIndex
        hooks.insert(hook, at: index)
    }

    /// Starts to poll the inbox's bell, and to run pending work at the end of each turn, before
    /// libuv waits.
    private func watchInbox() throws(LibraryError) {
        PrepareHandle(self) { [unowned self] in runPendingWork() }
        let bell = try ReadinessHandle(inbox.bell, on: self) { [unowned self] _ in drainInbox() }
        bell.startPolling(for: .readable)
    }

    private func drainInbox() {
        for call in inbox.drain(into: &ready) { call() }
    }

    /// Runs jobs and hooks until no job is left, or the turn's limit is reached. The next turn runs
    /// the jobs that remain.
    private func runPendingWork() {
        var allowance = Self.jobsPerTurn
        repeat {
            while !ready.isEmpty, allowance > 0 { allowance -= runJobs() }
            for hook in hooks { hook.run() }
            hooks.removeAll(where: \.hasEnded)
        } while !ready.isEmpty && allowance > 0
        if !ready.isEmpty { inbox.wakeLoop() }
    }

    /// Runs the jobs that are ready now, but not the jobs that they add. Returns the number of jobs
    /// that ran.
    private func runJobs() -> Int {
        swap(&ready, &running)
        for job in running {
            unsafe job.runSynchronously(
                isolatedTo: asUnownedSerialExecutor(), taskExecutor: asUnownedTaskExecutor())
        }
        defer { running.removeAll(keepingCapacity: true) }
        return running.count
    }

    private func drainAndClose() {
        guard !inbox.isClosed else { return }
        drainInbox()
        runPendingWork()
        inbox.isClosed = true
        for hook in hooks { hook.end() }
        hooks = []
        unsafe uv_walk(handle, { handle, _ in unsafe handle.map { unsafe closeHandle($0) } }, nil)
        // Nothing is left but close callbacks, and work on other threads that has begun.
        while unsafe uv_run(handle, UV_RUN_DEFAULT) != 0 {}
        let status = unsafe uv_loop_close(handle)
        precondition(status == 0, "something still lives on the loop")
    }
}

/// The libuv handle that calls a closure at the end of each turn, before the loop waits.
@safe private final class PrepareHandle: LibuvHandle<Void> {
    @discardableResult
    init(_ loop: Loop, _ act: @escaping () -> Void) {
        super.init(UV_PREPARE, act)
        let preparation = unsafe pointer(to: uv_prepare_t.self)
        unsafe uv_prepare_init(loop.handle, preparation)
        retainForLibuv()
        unsafe uv_prepare_start(preparation) { preparation in
            unsafe PrepareHandle.handle(behind: preparation?.pointee.data)?.deliver(())
        }
    }
}
