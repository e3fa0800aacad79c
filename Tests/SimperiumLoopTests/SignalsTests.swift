import Glibc
import SimperiumLoop
import TestKit
import Testing

/// Serialized, because a signal reaches all loops of the process.
@Suite("Signals", .serialized, .waits)
struct SignalsTests {
    @Test("Each signal is delivered as a call on the loop's thread, with its name")
    func delivery() throws {
        let loop = try Loop()
        let all: [Signal] = [
            .hangUp, .interrupt, .quit, .terminate, .suspend, .resume, .resize, .user1, .user2,
        ]
        var seen: [Signal] = []
        let signals = try SignalSubscription(all, on: loop) { signal in
            loop.checkIsolated()
            seen.append(signal)
            loop.stop()
        }
        for signal in all {
            kill(getpid(), signal.rawValue)
            loop.run()
        }

        #expect(seen == all)

        // Two that come at once are two calls.
        seen = []
        for signal in [Signal.user1, .user2] { kill(getpid(), signal.rawValue) }
        while seen.count < 2 { loop.run() }
        #expect(Set(seen) == [.user1, .user2])
        _ = consume signals
    }

    @Test("A signal is delivered to two loops")
    func twoLoops() throws {
        let loop = try Loop()
        var count = 0
        let signals = try SignalSubscription([.resize], on: loop) { _ in
            count += 1
            loop.stop()
        }
        let isListening = SocketPair.pipe()
        let far = isListening.far
        let other = try Thread {
            #expect(throws: Never.self) {
                let loop = try Loop()
                let signals = try SignalSubscription([.resize], on: loop) { _ in loop.stop() }
                far.write(".")
                loop.run()
                _ = consume signals
            }
        }
        _ = isListening.near.read()
        kill(getpid(), SIGWINCH)
        loop.run()
        other.join()

        #expect(count == 1)
        _ = consume signals
    }

    @Test("Dropped signals are no longer delivered")
    func drop() throws {
        let loop = try Loop()
        do {
            let dropped = try SignalSubscription([.resize], on: loop) { _ in
                Issue.record("delivered")
            }
            kill(getpid(), SIGWINCH)
            _ = consume dropped
        }
        let signals = try SignalSubscription([.user1], on: loop) { _ in loop.stop() }
        kill(getpid(), SIGWINCH)
        kill(getpid(), SIGUSR1)
        loop.run()
        _ = consume signals
    }

    @Test("Signals that can't be caught are refused, and the others of the call with them")
    func refusal() throws {
        let loop = try Loop()
        #expect(throws: LibraryError.self) {
            _ = try SignalSubscription([.user1, .kill], on: loop) { _ in }
        }
        var disposition = sigaction()
        unsafe sigaction(SIGUSR1, nil, &disposition)
        let action = unsafe disposition.__sigaction_handler.sa_handler
        #expect(action == nil)
    }
}
