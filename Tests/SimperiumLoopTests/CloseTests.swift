import Glibc
import SimperiumLoop
import TestKit
import Testing

@Suite("Closing a loop", .waits)
struct CloseTests {
    @Test("Closing a loop with everything open ends it all and releases what its closures hold")
    func close() throws {
        weak var held: Crowd?
        let loop = try Loop()
        do {
            let crowd = try Crowd(on: loop)
            held = crowd
            loop.stop()
            loop.run()
            #expect(held != nil)
        }
        // Each closure holds the crowd, which holds the closure's owner: only closing breaks the
        // cycle.
        #expect(held != nil)
        loop.close()
        #expect(held == nil)
        loop.close()
    }

    @Test("Closing runs the jobs that came too late")
    func lateJobs() throws {
        let loop = try Loop()
        let actor = Keeper(loop: loop)
        let hasRun = Flag()
        try Thread {
            Task.detached(executorPreference: loop) {
                await actor.touch()
                hasRun.raise()
            }
        }.join()
        loop.close()

        #expect(hasRun.isRaised)
    }

    @Test("Values that outlive the closing of their loop have no effect")
    func afterwards() throws {
        let loop = try Loop()
        let crowd = try Crowd(on: loop)
        loop.close()
        crowd.timer?.arm(after: .zero)
        crowd.timer?.disarm()
        crowd.readiness?.startPolling(for: .writable)
        crowd.sleeper?.send(.kill)
        #expect(crowd.isAsleep)
    }

    @Test("A loop closes when its last reference goes", arguments: [false, true])
    func drop(elsewhere: Bool) throws {
        weak var held: Loop?
        do {
            let loop = try Loop()
            held = loop
            let timer = Timer(on: loop) {}
            timer.arm(after: .zero)
            let hook = EndOfTurnAction(on: loop, .commit) {}
            let errand = loop.offload {
            } then: {
            }
            if elsewhere { try Thread { _ = loop }.join() }
            _ = consume timer
            _ = consume hook
            _ = consume errand
        }
        #expect(held == nil)
    }

    @Test("Values that are dropped on another thread end on the loop's")
    func dropElsewhere() throws {
        let loop = try Loop()
        let pair = SocketPair.sockets()
        let gate = SocketPair.pipe()
        let isWell = Flag()
        let (thread, child) = try keep(on: loop, pair.near, until: gate.near) {
            if loop.isIsolatingCurrentContext() == true { isWell.raise() }
        }
        #expect(throws: LibraryError.self) {
            _ = try ReadinessWatch(of: pair.near, on: loop) { _ in }
        }
        gate.closeFar()
        // The watcher has ended once the descriptor can be watched again. The child is no zombie
        // once it can't be found.
        let patience = ChildPatience(on: loop) {
            (try? ReadinessWatch(of: pair.near, on: loop) { _ in }) != nil && kill(child, 0) != 0
        }
        loop.run()
        thread.join()

        #expect(isWell.isRaised)
        _ = patience
    }

    /// Makes a keeper whose last reference ends on another thread when `gate` opens.
    private func keep(
        on loop: Loop, _ descriptor: Descriptor, until gate: Descriptor,
        whatTimerHeldEnds: @escaping @Sendable () -> Void
    ) throws -> (Thread, child: Int32) {
        let keeper = Keeper(loop: loop)
        let child = try keeper.assumeIsolated { try $0.open(descriptor, whatTimerHeldEnds) }
        let thread = try Thread {
            _ = gate.read()
            withExtendedLifetime(keeper) {}
        }
        return (thread, child)
    }
}

/// One value of each kind that lives on a loop, with closures that hold them all.
private final class Crowd {
    var timer: Timer?
    var readiness: ReadinessWatch?
    var signals: SignalSubscription?
    var hook: EndOfTurnAction?
    var errand: OffloadedWork?
    var sleeper: ChildProcess?
    private let pair = SocketPair.sockets()
    private var sleeperID: Int32 = 0

    init(on loop: Loop) throws {
        timer = Timer(on: loop) { self.touch() }
        timer?.arm(after: .seconds(3600))
        readiness = try ReadinessWatch(of: pair.near, on: loop) { _ in self.touch() }
        readiness?.startPolling(for: .readable)
        signals = try SignalSubscription([.user2], on: loop) { _ in self.touch() }
        hook = EndOfTurnAction(on: loop, .flush) { self.touch() }
        errand = loop.offload {
        } then: {
            self.touch()
        }
        sleeper = try ChildProcess(ProgramLaunch("sleep", ["3600"]), on: loop) { _ in self.touch() }
        sleeperID = sleeper?.id ?? 0
    }

    deinit {
        kill(sleeperID, SIGKILL)
        waitpid(sleeperID, nil, 0)
    }

    var isAsleep: Bool { waitpid(sleeperID, nil, WNOHANG) == 0 }

    private func touch() {}
}

/// An actor that holds one value of each kind. They don't hold it.
private actor Keeper {
    private let loop: Loop
    private var timer: Timer?
    private var readiness: ReadinessWatch?
    private var signals: SignalSubscription?
    private var hook: EndOfTurnAction?
    private var errand: OffloadedWork?
    private var child: ChildProcess?

    nonisolated var unownedExecutor: UnownedSerialExecutor { loop.executor }

    init(loop: Loop) {
        self.loop = loop
    }

    func touch() {}

    func open(_ descriptor: Descriptor, _ whatTimerHeldEnds: @escaping () -> Void) throws -> Int32 {
        timer = Timer(on: loop, holding: LastWill(whatTimerHeldEnds))
        timer?.arm(after: .seconds(3600))
        readiness = try ReadinessWatch(of: descriptor, on: loop) { _ in Issue.record("delivered") }
        readiness?.startPolling(for: .readable)
        signals = try SignalSubscription([.user2], on: loop) { _ in }
        hook = EndOfTurnAction(on: loop, .flush) {}
        errand = loop.offload {
        } then: {
        }
        child = try ChildProcess(ProgramLaunch("true"), on: loop) { _ in }
        return child?.id ?? 0
    }
}
