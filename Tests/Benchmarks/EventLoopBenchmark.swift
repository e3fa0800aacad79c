import Glibc
import SimperiumClock
import SimperiumLoop

func eventLoop() -> Report {
    var report = Report("Event loop")
    do throws(LibraryError) {
        let bench = try LoopBench()
        bench.measureCalls(&report)
        bench.measureTimers(&report)
        try bench.measureDescriptors(&report)
        bench.measureJobs(&report)
        bench.measureErrands(&report)
    } catch {
        report.omit("the rest", error)
    }
    return report
}

/// One loop and its measurements.
private struct LoopBench {
    private let loop: Loop
    private let counter: Counter

    init() throws(LibraryError) {
        loop = try Loop()
        counter = Counter(loop: loop)
    }

    func measureCalls(_ report: inout Report) {
        let count = 1_000_000
        report.time("into the actor from libuv", target: 90, unit: .nanoseconds, count: count) {
            let timer = Timer(on: loop) {
                for _ in 0..<count { counter.assumeIsolated { $0.count() } }
                loop.stop()
            }
            timer.arm(after: .zero)
            loop.run()
        }
        report.time("what time it is", target: 5, unit: .nanoseconds, count: count) {
            let timer = Timer(on: loop) {
                for _ in 0..<count { keep(loop.now) }
                loop.stop()
            }
            timer.arm(after: .zero)
            loop.run()
        }
    }

    func measureTimers(_ report: inout Report) {
        let count = 10_000
        var rings = 0
        let timers = (0..<count).map { _ in
            Held(
                Timer(on: loop) {
                    rings += 1
                    if rings == count { loop.stop() }
                })
        }
        report.time("arm a timer and let it ring", unit: .nanoseconds, count: count) {
            rings = 0
            let now = loop.now
            for timer in timers { timer.value.arm(at: now) }
            loop.run()
        }
        report.time("arm one timer for later", target: 60, unit: .nanoseconds, count: count) {
            let later = Held(Timer(on: loop) {})
            let timer = Timer(on: loop) {
                let now = loop.now
                for wait in 0..<count { later.value.arm(at: now + .milliseconds(9 + wait % 9)) }
                loop.stop()
            }
            timer.arm(after: .zero)
            loop.run()
        }
        report.time("make and drop a timer", unit: .nanoseconds, count: count) {
            for _ in 0..<count { keep(Held(Timer(on: loop) {})) }
            loop.stop()
            loop.run()
        }
    }

    /// Reads one byte and writes the next in each turn of the loop.
    func measureDescriptors(_ report: inout Report) throws(LibraryError) {
        let count = 100_000
        var ends: [Int32] = [0, 0]
        unsafe socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends)
        defer { for end in ends { close(end) } }
        let (near, far) = (ends[0], ends[1])
        var turns = 0
        var byte: UInt8 = 0
        let readiness = try ReadinessWatch(of: Descriptor(rawValue: near), on: loop) { _ in
            unsafe read(near, &byte, 1)
            turns += 1
            if turns == count { loop.stop() } else { unsafe write(far, &byte, 1) }
        }
        readiness.startPolling(for: .readable)
        report.time("a turn for one byte over a socket", unit: .nanoseconds, count: count) {
            turns = 0
            unsafe write(far, &byte, 1)
            loop.run()
        }
    }

    func measureJobs(_ report: inout Report) {
        let count = 100_000
        let (loop, counter) = (loop, counter)
        report.time(
            "await the loop's actor on the loop", target: 70, unit: .nanoseconds, count: count
        ) {
            Task.detached(executorPreference: loop) {
                for _ in 0..<count { await counter.count() }
                await counter.stop()
            }
            loop.run()
        }
        report.time("yield on the loop", unit: .nanoseconds, count: count) {
            Task.detached(executorPreference: loop) {
                for _ in 0..<count { await Task.yield() }
                await counter.stop()
            }
            loop.run()
        }
        let few = 10_000
        report.time("from a pool's thread to the actor and back", target: 15, count: few) {
            visit(few)
        }
        report.wall("the same, by the clock", count: few) { visit(few) }
    }

    /// Starts a task that leaves the actor between its calls.
    private func visit(_ count: Int) {
        let counter = counter
        Task.detached {
            for _ in 0..<count {
                await counter.count()
                await beElsewhere()
            }
            await counter.stop()
        }
        loop.run()
    }

    func measureErrands(_ report: inout Report) {
        let count = 10_000
        report.time("an errand to another thread and back", count: count) { runErrands(count) }
        report.wall("the same, by the clock", count: count) { runErrands(count) }
        report.time("errands, all at once", count: count) {
            var done = 0
            let errands = (0..<count).map { number in
                Held(
                    loop.offload {
                        number
                    } then: { _ in
                        done += 1
                        if done == count { loop.stop() }
                    })
            }
            loop.run()
            keep(errands)
        }
    }

    /// Runs work items one after the other.
    private func runErrands(_ count: Int) {
        var done = 0
        var errand: Held<OffloadedWork>?
        func begin() {
            errand = Held(
                loop.offload {
                } then: {
                    done += 1
                    if done < count { begin() } else { loop.stop() }
                })
        }
        begin()
        loop.run()
        keep(errand)
    }
}

/// Runs outside any actor, so that its caller must leave its own.
@concurrent @inline(never) private func beElsewhere() async {
    keep(0)
}

private actor Counter {
    private let loop: Loop
    private var total = 0

    nonisolated var unownedExecutor: UnownedSerialExecutor { loop.executor }

    init(loop: Loop) {
        self.loop = loop
    }

    func count() {
        total += 1
    }

    func stop() {
        loop.stop()
    }
}

/// A box for a noncopyable value, so that an array can hold it.
private final class Held<Value: ~Copyable> {
    let value: Value

    init(_ value: consuming Value) {
        self.value = value
    }
}

extension Report {
    /// Measures the elapsed time of one of `count` operations, including waits: the median of five
    /// runs.
    fileprivate mutating func wall(_ name: String, count: Int, _ operations: () -> Void) {
        let clock = ContinuousClock()
        let runs = (0..<5).map { _ in clock.measure(operations) / count }.sorted()
        let (_, attoseconds) = runs[2].components
        add(name, Double(attoseconds) / 1e12, .microseconds)
    }
}
