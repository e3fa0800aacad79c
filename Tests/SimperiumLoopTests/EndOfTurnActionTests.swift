import SimperiumLoop
import TestKit
import Testing

@Suite("End of a tick", .waits)
struct EndOfTurnActionTests {
    @Test("Hooks run by phase, then in the order of their making, after the tick's jobs")
    func order() throws {
        let loop = try Loop()
        let log = Log()
        let hooks = [
            log.hook(on: loop, .flush, "flush 1"), log.hook(on: loop, .commit, "commit 1"),
            log.hook(on: loop, .flush, "flush 2"), log.hook(on: loop, .commit, "commit 2"),
        ]
        let timer = Timer(on: loop) {
            loop.stop()
            let actor = Author(loop: loop, log: log)
            Task.detached(executorPreference: loop) { await actor.write("job") }
        }
        timer.arm(after: .zero)
        loop.run()

        #expect(log.entries.prefix(5) == ["job", "commit 1", "commit 2", "flush 1", "flush 2"])
        #expect(hooks.count == 4)
    }

    @Test("Jobs that hooks cause are done, committed and flushed before the loop waits")
    func jobsOfHooks() throws {
        let loop = try Loop()
        let log = Log()
        let author = Author(loop: loop, log: log)
        let pair = SocketPair.sockets()
        let readiness = try ReadinessWatch(of: pair.near, on: loop) { _ in
            log.write("waited")
            loop.stop()
        }
        readiness.startPolling(for: .writable)
        let commit = log.hook(on: loop, .commit, "commit")
        var isFirst = true
        let flush = EndOfTurnAction(on: loop, .flush) {
            log.write("flush")
            guard isFirst else { return }
            isFirst = false
            Task.detached(executorPreference: loop) { await author.write("job") }
        }
        loop.run()

        let turn = ["commit", "flush", "job", "commit", "flush", "waited"]
        #expect(log.entries.prefix(turn.count) == turn[...])
        withExtendedLifetime(commit) {}
        _ = consume flush
    }

    @Test("A dropped hook does not run again, even if it or another drops it in the same tick")
    func drop() throws {
        let loop = try Loop()
        let log = Log()
        var second: Owned<EndOfTurnAction>?
        let first = EndOfTurnAction(on: loop, .commit) {
            log.write("first")
            second = nil
            loop.stop()
        }
        second = log.hook(on: loop, .flush, "second")
        var runs = 0
        var own: Owned<EndOfTurnAction>?
        own = Owned(
            EndOfTurnAction(on: loop, .commit) {
                runs += 1
                own = nil
            })
        loop.run()
        loop.stop()
        loop.run()

        #expect(second == nil && own == nil)
        #expect(Set(log.entries) == ["first"])
        #expect(runs == 1)
        _ = consume first
    }

    @Test("A tick also ends when only a descriptor woke the loop")
    func wokenByDescriptor() throws {
        let loop = try Loop()
        let log = Log()
        let pair = SocketPair.sockets()
        let readiness = try ReadinessWatch(of: pair.near, on: loop) { _ in
            log.write(pair.near.read() ?? "nothing")
        }
        readiness.startPolling(for: .readable)
        let flush = EndOfTurnAction(on: loop, .flush) {
            log.write("flush")
            if log.entries.contains("text") { loop.stop() }
        }
        pair.far.write("text")
        loop.run()

        #expect(log.entries.prefix(3) == ["flush", "text", "flush"])
        _ = consume flush
    }
}

/// The events in order. All that write are on one loop.
private final class Log: @unchecked Sendable {
    private(set) var entries: [String] = []

    func write(_ entry: String) {
        entries.append(entry)
    }

    func hook(
        on loop: Loop, _ phase: EndOfTurnAction.Phase, _ entry: String
    ) -> Owned<EndOfTurnAction> {
        Owned(EndOfTurnAction(on: loop, phase) { self.write(entry) })
    }
}

private actor Author {
    private let loop: Loop
    private let log: Log

    nonisolated var unownedExecutor: UnownedSerialExecutor { loop.executor }

    init(loop: Loop, log: Log) {
        self.loop = loop
        self.log = log
    }

    func write(_ entry: String) {
        log.write(entry)
    }
}
