import Glibc
import SimperiumClock
import SimperiumLoop
import TestKit
import Testing

@Suite("Timer", .waits)
struct TimerTests {
    @Test("Timers ring in the order of their deadlines, and of their arming if those are equal")
    func order() throws {
        let loop = try Loop()
        var bells: [Bell] = []
        loop.withinATick {
            bells = [4, 1, 3, 1, 2].enumerated().map { place, wait in
                Bell(on: loop, "\(wait) armed \(place)", after: .milliseconds(wait))
            }
        }
        let log = try loop.run(untilAll: bells)

        #expect(log == ["1 armed 1", "1 armed 3", "2 armed 4", "3 armed 2", "4 armed 0"])
    }

    @Test("No timer rings early, for any fraction of a millisecond")
    func neverEarly() throws {
        let loop = try Loop()
        let waits = (0..<200).map { Duration.microseconds($0 * 97) }
        var rings = 0
        let clock = ContinuousClock()
        let timers = waits.map { wait in
            let started = clock.now
            let deadline = loop.now + wait
            let timer = Owned(
                Timer(on: loop) {
                    #expect(loop.now >= deadline)
                    // The loop's time may be behind, but by less than its resolution.
                    #expect(clock.now - started > wait - .milliseconds(1))
                    rings += 1
                    if rings == waits.count { loop.stop() }
                })
            timer.value.arm(at: deadline)
            return timer
        }
        loop.run()

        #expect(rings == timers.count)
    }

    @Test("The loop's time moves, but in a tick only when the loop is asked to catch up")
    func stoodStill() throws {
        let loop = try Loop()
        let before = loop.now
        while loop.now == before {}
        let sleeper = Bell(on: loop, "slept", after: .zero)
        var spans: [Duration] = []
        sleeper.then = {
            let start = loop.now
            usleep(20_000)
            spans.append(loop.now - start)
            loop.updateTime()
            spans.append(loop.now - start)
            loop.stop()
        }
        loop.run()
        #expect(spans.count == 2 && spans[0] == .zero && spans[1] >= .milliseconds(19))
    }

    @Test("Arming replaces the deadline, nil removes it, and a dropped timer never rings")
    func rearm() throws {
        let loop = try Loop()
        let early = Bell(on: loop, "early", after: .seconds(3600))
        let last = Bell(on: loop, "last", after: .seconds(3600))
        var disarmed: [Bell] = []
        loop.withinATick {
            last.timer?.arm(after: .milliseconds(5))
            early.timer?.arm(after: .milliseconds(1))
            // Armed in this tick, so that no delay of the thread lets them ring before it.
            disarmed = ["never", "dropped"].map { Bell(on: loop, $0, after: .milliseconds(1)) }
            disarmed[0].timer?.arm(at: nil)
            disarmed[1].timer = nil
        }

        #expect(try loop.run(untilAll: [early, last]) == ["early", "last"])
        let rang = disarmed.flatMap(\.log)
        #expect(rang == [])

        // It rings once, and again after it is armed again.
        #expect(try loop.run(untilAll: [Bell(on: loop, "other", after: .zero)]) == ["other"])
        early.timer?.arm(after: .zero)
        #expect(try loop.run(untilAll: [early]) == ["early"])
    }

    @Test("A timer that drops itself while it rings is gone, with everything that it held")
    func dropItself() throws {
        let loop = try Loop()
        weak var held: Bell?
        do {
            let bell = Bell(on: loop, "rang", after: .zero)
            held = bell
            bell.then = { [unowned bell] in
                bell.timer = nil
                loop.stop()
            }
            loop.run()
            #expect(bell.log == ["rang"])
        }
        #expect(held == nil)
    }

    @Test("Timers that arm each other for the present do not keep the loop from other work")
    func fairness() throws {
        let loop = try Loop()
        let first = Bell(on: loop, "first", after: .zero)
        let second = Bell(on: loop, "second", after: .zero)
        first.then = { second.timer?.arm(after: .zero) }
        second.then = { first.timer?.arm(after: .zero) }
        let pair = SocketPair.sockets()
        let readiness = try ReadinessWatch(of: pair.near, on: loop) { _ in loop.stop() }
        readiness.startPolling(for: .readable)
        pair.far.write(".")
        loop.run()

        loop.close()
        (first.then, second.then) = ({}, {})
    }
}

/// A timer, and its log.
private final class Bell {
    var timer: Timer?
    var log: [String] = []
    var then: () -> Void = {}

    init(on loop: Loop, _ entry: String, after wait: Duration) {
        timer = Timer(on: loop) { [unowned self] in
            log.append(entry)
            then()
        }
        timer?.arm(after: wait)
    }
}

extension Loop {
    /// Does `work` while the loop's time stands still, so that the deadlines have one beginning.
    fileprivate func withinATick(_ work: @escaping () -> Void) {
        let bell = Bell(on: self, "", after: .zero)
        bell.then = {
            work()
            self.stop()
        }
        run()
        bell.then = {}
    }

    /// Runs until each bell has rung, and returns their logs, in order.
    fileprivate func run(untilAll bells: [Bell]) throws -> [String] {
        var log: [String] = []
        for bell in bells {
            bell.log = []
            bell.then = { [unowned bell] in
                log += bell.log
                if log.count == bells.count { self.stop() }
            }
        }
        run()
        for bell in bells { bell.then = {} }
        return log
    }
}

/// A box for a noncopyable value, so that an array can hold it.
final class Owned<Value: ~Copyable> {
    let value: Value

    init(_ value: consuming Value) {
        self.value = value
    }
}
