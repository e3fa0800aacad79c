import SimperiumLoop
import TestKit
import Testing

@Suite("Loop", .waits)
struct LoopTests {
    @Test("An actor starts before the loop runs; its timers and jobs are its own")
    func program() throws {
        // The steps of an `@main` type's `main`.
        let loop = try Loop()
        let diary = Diary(loop: loop)
        diary.assumeIsolated { $0.start() }
        loop.run()

        #expect(diary.assumeIsolated { $0.entries } == ["started", "rang"])
        loop.close()
    }

    @Test("Jobs from other threads run on the loop's thread, each once", arguments: [1, 4])
    func otherThreads(count: Int) throws {
        let loop = try Loop()
        let tally = Tally(loop: loop, goal: count * 500)
        let threads = try (0..<count).map { _ in
            try Thread {
                for _ in 0..<500 {
                    Task.detached(executorPreference: loop) { await tally.count() }
                }
            }
        }
        loop.run()
        for thread in threads { thread.join() }

        #expect(tally.assumeIsolated { $0.total } == count * 500)
    }

    @Test("A task that prefers the loop returns to it after each wait, and the loop detects that")
    func preference() throws {
        let loop = try Loop()
        let tally = Tally(loop: loop, goal: 2)
        #expect(loop.isIsolatingCurrentContext() == true)
        try Thread {
            let isIsolating = loop.isIsolatingCurrentContext()
            Task.detached(executorPreference: loop) {
                if isIsolating == false { await tally.count() }
            }
        }.join()
        Task.detached(executorPreference: loop) {
            // More jobs than fit into a tick.
            for _ in 0..<5_000 {
                await Task.yield()
                loop.checkIsolated()
            }
            await tally.count()
        }
        loop.run()

        #expect(tally.assumeIsolated { $0.total } == 2)
    }

    @Test("Jobs that cause jobs do not keep the loop from its descriptors")
    func fairness() throws {
        let loop = try Loop()
        let tally = Tally(loop: loop, goal: .max)
        let pair = SocketPair.sockets()
        let far = pair.far
        let readiness = try ReadinessWatch(of: pair.near, on: loop) { _ in
            tally.assumeIsolated { $0.stop() }
        }
        readiness.startPolling(for: .readable)
        Task.detached(executorPreference: loop) {
            while await !tally.hasStopped {
                await tally.count()
                await Task.yield()
                far.write(".")
            }
        }
        loop.run()

        #expect(tally.assumeIsolated { $0.total } > 0)
    }

    @Test("Jobs of the tick that stops the loop still run")
    func lastTurn() throws {
        let loop = try Loop()
        let tally = Tally(loop: loop, goal: .max)
        let pair = SocketPair.sockets()
        let readiness = try ReadinessWatch(of: pair.near, on: loop) { _ in
            loop.stop()
            Task.detached(executorPreference: loop) { await tally.count() }
        }
        readiness.startPolling(for: .writable)
        loop.run()

        #expect(tally.assumeIsolated { $0.total } == 1)
    }

    @Test("A loop that is stopped first does not run, and runs again afterwards")
    func stopFirst() throws {
        let loop = try Loop()
        var rings = 0
        let timer = Timer(on: loop) {
            rings += 1
            loop.stop()
        }
        timer.arm(after: .zero)
        loop.stop()
        loop.run()
        #expect(rings == 0)
        loop.run()
        #expect(rings == 1)
    }
}

/// Tests in separate processes, because they need a run without other children.
@Suite("Loop, in a separate process", .waits)
struct LoopExitTests {
    @Test("Using the loop off its thread, or after its end, traps")
    func misuse() async {
        await #expect(processExitsWith: .failure) {
            let loop = try Loop()
            try Thread { loop.stop() }.join()
        }
        await #expect(processExitsWith: .failure) {
            let loop = try Loop()
            loop.close()
            _ = Timer(on: loop) {}
        }
    }
}

/// An actor like a program's shell, which holds its timer.
private actor Diary {
    private let loop: Loop
    private var alarm: Timer?
    private(set) var entries: [String] = []

    nonisolated var unownedExecutor: UnownedSerialExecutor { loop.executor }

    init(loop: Loop) {
        self.loop = loop
    }

    func start() {
        write("started")
        alarm = Timer(on: loop) {
            self.write("rang")
            self.loop.stop()
        }
        alarm?.arm(after: .milliseconds(1))
    }

    private func write(_ entry: String) {
        loop.checkIsolated()
        entries.append(entry)
    }
}

/// A counter that stops the loop at its goal.
private actor Tally {
    private let loop: Loop
    private let goal: Int
    private(set) var total = 0
    private(set) var hasStopped = false

    nonisolated var unownedExecutor: UnownedSerialExecutor { loop.executor }

    init(loop: Loop, goal: Int) {
        self.loop = loop
        self.goal = goal
    }

    func count() {
        loop.checkIsolated()
        total += 1
        if total == goal { stop() }
    }

    func stop() {
        hasStopped = true
        loop.stop()
    }
}
