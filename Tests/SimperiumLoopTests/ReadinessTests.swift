import Glibc
import SimperiumLoop
import TestKit
import Testing

@Suite("Readiness", .waits)
struct ReadinessTests {
    @Test("Text written at one end is readable at the other, every time")
    func read() throws {
        let loop = try Loop()
        let pair = SocketPair.sockets()
        var heard = ""
        let readiness = try ReadinessWatch(of: pair.near, on: loop) { events in
            #expect(events == .readable)
            heard += pair.near.read() ?? "nothing"
            if heard.count < 3 { pair.far.write("b") } else { loop.stop() }
        }
        readiness.startPolling(for: .readable)
        pair.far.write("a")
        loop.run()

        #expect(heard == "abb")
    }

    @Test("A readiness waits for the last requested events")
    func change() throws {
        let loop = try Loop()
        let pair = SocketPair.sockets()
        var seen: [ReadinessWatch.Event] = []
        let watched = Holder()
        watched.readiness = try ReadinessWatch(of: pair.near, on: loop) { events in
            seen.append(events)
            switch seen.count {
            case 1: watched.readiness?.startPolling(for: [.readable, .writable])
            case 2: watched.readiness?.startPolling(for: .readable)
            default: loop.stop()
            }
        }
        watched.readiness?.startPolling(for: .writable)
        pair.far.write("text")
        loop.run()
        loop.close()

        #expect(seen == [.writable, [.readable, .writable], .readable])
    }

    @Test("A full descriptor is writable again once the other end has read")
    func full() throws {
        let loop = try Loop()
        let pair = SocketPair.sockets()
        let text = String(repeating: "x", count: 65_536)
        while pair.near.write(text) > 0 {}
        var isDrained = false
        let readiness = try ReadinessWatch(of: pair.near, on: loop) { _ in
            #expect(isDrained)
            loop.stop()
        }
        readiness.startPolling(for: .writable)
        let timer = Timer(on: loop) {
            isDrained = true
            while pair.far.read() != nil {}
        }
        timer.arm(after: .zero)
        loop.run()
    }

    @Test("Nothing is delivered without a request, or after its own closure dropped it")
    func silence() throws {
        let loop = try Loop()
        let pair = SocketPair.sockets()
        let watched = Holder()
        watched.readiness = try ReadinessWatch(of: pair.near, on: loop) { _ in
            Issue.record("delivered")
        }
        watched.readiness?.startPolling(for: [.readable, .writable])
        watched.readiness?.startPolling(for: [])
        pair.far.write("text")
        try loop.turn()

        watched.readiness = nil
        var count = 0
        watched.readiness = try ReadinessWatch(of: pair.near, on: loop) { _ in
            count += 1
            watched.readiness = nil
            pair.closeNear()
            loop.stop()
        }
        watched.readiness?.startPolling(for: [.readable, .writable])
        loop.run()
        try loop.turn()
        #expect(count == 1)
    }

    @Test("The closing of the other end is readable")
    func end() throws {
        let loop = try Loop()
        let pipe = SocketPair.pipe()
        let readiness = try ReadinessWatch(of: pipe.near, on: loop) { events in
            #expect(events == .readable)
            #expect(pipe.near.read()?.isEmpty == true)
            loop.stop()
        }
        readiness.startPolling(for: .readable)
        pipe.closeFar()
        loop.run()
    }

    @Test("An error is delivered as the requested event, and again on each request")
    func error() throws {
        let loop = try Loop()
        let pipe = SocketPair.pipe()
        pipe.closeNear()
        var seen: [ReadinessWatch.Event] = []
        let watched = Holder()
        watched.readiness = try ReadinessWatch(of: pipe.far, on: loop) { events in
            seen.append(events)
            if seen.count == 2 { return loop.stop() }
            watched.readiness?.startPolling(for: .writable)
        }
        watched.readiness?.startPolling(for: .writable)
        loop.run()
        loop.close()

        #expect(seen == [[.writable, .failed], [.writable, .failed]])
    }

    @Test("A descriptor keeps its mode, because others may share it; some can't be waited for")
    func descriptors() throws {
        let loop = try Loop()
        for mode in [0, O_NONBLOCK] {
            let pair = SocketPair.sockets()
            _ = fcntl(pair.near.rawValue, F_SETFL, mode)
            let readiness = try ReadinessWatch(of: pair.near, on: loop) { _ in }
            readiness.startPolling(for: .readable)
            #expect(fcntl(pair.near.rawValue, F_GETFL) & O_NONBLOCK == mode)
        }
        let file = unsafe open("/proc/self/exe", O_RDONLY)
        defer { close(file) }
        for refused in [9_999, file] {
            #expect(throws: LibraryError.self, "\(refused)") {
                _ = try ReadinessWatch(of: Descriptor(rawValue: refused), on: loop) { _ in }
            }
        }
    }
}

private final class Holder {
    var readiness: ReadinessWatch?
}

extension Loop {
    /// Handles all events that are ready.
    func turn() throws {
        let timer = Timer(on: self) { self.stop() }
        timer.arm(after: .milliseconds(1))
        run()
    }
}
