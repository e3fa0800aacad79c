import SimperiumClock
import SimperiumSync
import Testing

@Suite("Session")
struct SessionTests {
    @Test("C21: Heartbeat after 20 s idle with received+1; no traffic 60 s → reconnect")
    func heartbeat() {
        var line = Line()
        line.connect()
        #expect(line.wait(until: 19) == [])
        #expect(line.wait(until: 20) == [line.beat(0)])
        #expect(line.hear(beat: 1) == [])
        #expect(line.wait(until: 40) == [line.beat(2)])
        #expect(line.hear(beat: .max) == [])
        #expect(line.wait(until: 60) == [line.beat(.min)], "no number of the hub's can trap")
        // Nothing is heard from 40 on.
        #expect(line.wait(until: 99) == [line.beat(.min)])
        #expect(line.wait(until: 100) == [.hangUp(line.id, .abandoning)])
        #expect(line.handle(.link(.closed(line.id, .lost))) == [])
        #expect(line.wait(until: 102) == [.dial(ConnectionID(rawValue: 2))])
    }

    @Test("A client that only listens beats, too, for a hub drops who is silent")
    func listener() {
        var line = Line()
        line.connect()
        var beats = 0
        for second in 1...60 {
            beats += line.wait(until: second).count
            line.hear()
        }
        #expect(beats == 3)
    }

    @Test("A client that only speaks beats, too, for a hub that does not answer may be gone")
    func speaker() {
        var line = Line()
        line.connect()
        var beats = 0
        for second in 1...59 {
            beats += line.wait(until: second).count
            line.handle(.spoke)
        }
        #expect(beats == 2)
    }

    @Test("A heartbeat tells how long the hub takes to answer")
    func roundTrip() {
        var line = Line()
        line.connect()
        _ = line.wait(until: 20)
        line.now = line.now + .milliseconds(30)
        line.hear(beat: 1)
        #expect(line.session.roundTrip == .milliseconds(30))
        #expect(line.session.lastHeard == line.now)
    }

    @Test("C22: Backoff has jitter and resets; network-up reconnects at once; one socket only")
    func backoff() {
        var line = Line()
        var waits: [Duration] = []
        line.handle(.start)
        for _ in 0..<12 {
            line.handle(.link(.closed(line.id, .refused(at: "there"))))
            waits.append((line.session.nextDeadline ?? .start) - line.now)
            line.now = line.session.nextDeadline ?? .start
            #expect(line.handle(.wake) == [.dial(line.id)])
        }
        for (number, wait) in waits.enumerated() {
            #expect(wait <= .seconds(min(1 << number, 60)))
        }
        #expect(Set(waits).count == waits.count)
        #expect(waits.contains { $0 > .seconds(10) })

        line.handle(.link(.closed(line.id, .refused(at: "there"))))
        #expect(line.handle(.nudge) == [.dial(line.id)])
        #expect(line.handle(.nudge) == [], "it dials already")
        line.handle(.link(.opened(line.id)))
        line.now = line.now + .seconds(30)
        line.handle(.link(.closed(line.id, .lost)))
        let wait = (line.session.nextDeadline ?? .start) - line.now
        #expect(wait <= .seconds(1), "a connection that lasted ends the row of failures")
    }

    @Test("A connection that ends at once does not end the row of failures")
    func flapping() {
        var line = Line()
        line.handle(.start)
        for _ in 0..<7 {
            line.handle(.link(.opened(line.id)))
            line.handle(.link(.closed(line.id, .closedByHub)))
            line.now = line.session.nextDeadline ?? .start
            line.handle(.wake)
        }
        line.handle(.link(.closed(line.id, .refused(at: "there"))))
        guard case .resting(let until, .refused) = line.session.phase else {
            Issue.record("it waits after a failure")
            return
        }
        #expect(until - line.now > .seconds(1))
    }

    @Test("Two programs that lose the same hub do not return at the same moment")
    func jitter() {
        let deadlines = (0..<20 as Range<UInt64>).map { seed in
            var line = Line(seed: seed)
            line.connect()
            line.handle(.link(.closed(line.id, .lost)))
            return line.session.nextDeadline
        }
        #expect(Set(deadlines).count == 20)
    }

    @Test("Nothing is dialled before the last connection has ended")
    func oneAtATime() {
        var line = Line()
        line.connect()
        let first = line.id
        #expect(line.handle(.giveUp(.garbled)) == [.hangUp(first, .abandoning)])
        #expect(line.handle(.nudge) == [])
        #expect(line.handle(.start) == [])
        #expect(line.session.nextDeadline == nil)
        #expect(line.handle(.link(.closed(first, .lost))) == [.dial(ConnectionID(rawValue: 2))])
    }

    @Test("What a connection of the past still says means nothing")
    func past() {
        var line = Line()
        line.connect()
        let first = line.id
        line.handle(.link(.closed(first, .lost)))
        line.handle(.nudge)
        let before = line.session.phase
        #expect(line.handle(.link(.opened(first))) == [])
        #expect(line.handle(.link(.closed(first, .lost))) == [])
        #expect(line.session.phase == before)
    }

    @Test("A dial that nobody answers is given up")
    func deafDial() {
        var line = Line()
        line.handle(.start)
        #expect(line.wait(until: 20) == [.hangUp(line.id, .abandoning)])
        #expect(line.handle(.link(.opened(line.id))) == [], "too late")
        #expect(line.handle(.link(.closed(line.id, .lost))) == [])
        guard case .resting(_, .timedOut) = line.session.phase else {
            Issue.record("the reason is that nobody answered")
            return
        }
    }

    @Test("Who stops says goodbye; who lost patience does not")
    func partings() {
        var line = Line()
        #expect(line.handle(.stop(.goodbye)) == [])
        line.connect()
        #expect(line.handle(.stop(.goodbye)) == [.hangUp(line.id, .goodbye)])
        #expect(line.handle(.stop(.goodbye)) == [])
        #expect(line.session.phase == .idle)
        #expect(line.handle(.link(.closed(line.id, .lost))) == [])
        #expect(line.session.nextDeadline == nil)

        line.connect()
        line.handle(.link(.closed(line.id, .lost)))
        #expect(line.handle(.stop(.goodbye)) == [], "it rests")
        #expect(line.session.phase == .idle)
    }

    @Test("Whoever starts again before the goodbye has ended is connected anew")
    func stopAndStart() {
        var line = Line()
        line.connect()
        let first = line.id
        line.handle(.stop(.goodbye))
        #expect(line.handle(.start) == [])
        #expect(line.session.phase == .connecting)
        #expect(line.handle(.link(.closed(first, .lost))) == [.dial(ConnectionID(rawValue: 2))])
    }

    @Test("The network returns while a connection stands: whether it lives shows at once")
    func nudgeOnline() {
        var line = Line()
        line.connect()
        #expect(line.handle(.nudge) == [line.beat(0)])
    }
}

/// A session, its time, and the connection that it dialled last.
private struct Line {
    var session: Session
    var now = Instant.start
    var id = ConnectionID(rawValue: 0)

    init(seed: UInt64 = 3) {
        session = Session(random: SeededRandom(seed: seed))
    }

    @discardableResult
    mutating func handle(_ event: Session.Event) -> [LinkEffect] {
        let effects = session.handle(event, at: now)
        for case .dial(let id) in effects { self.id = id }
        return effects
    }

    /// The heartbeat that is due.
    func beat(_ number: Int) -> LinkEffect { .send([UInt8]("h:\(number)".utf8), on: id) }

    /// Something comes; `beat` if it is a heartbeat.
    @discardableResult
    mutating func hear(beat: Int? = nil) -> [LinkEffect] {
        let effects = handle(.link(.received([], on: id)))
        return beat.map { effects + handle(.beat($0)) } ?? effects
    }

    mutating func connect() {
        handle(.start)
        handle(.link(.opened(id)))
    }

    mutating func wait(until second: Int) -> [LinkEffect] {
        let end = Instant.start + .seconds(second)
        var effects: [LinkEffect] = []
        while let deadline = session.nextDeadline, deadline <= end {
            now = deadline
            effects += handle(.wake)
        }
        now = end
        return effects
    }
}
