import SimperiumClock
import SimperiumSync
import Testing

@Suite("Session")
struct HubConnectionTests {
    @Test(
        "C21: 20 s of silence cause a heartbeat, the received number + 1; 60 s a new connection"
    )
    func heartbeat() {
        var line = SessionLine(.patient)
        line.connect()
        #expect(line.wait(until: 19) == [])
        #expect(line.wait(until: 20) == [line.beat(0)])
        #expect(line.receive(beat: 1) == [])
        #expect(line.wait(until: 40) == [line.beat(2)])
        #expect(line.receive(beat: .max) == [])
        #expect(line.wait(until: 60) == [line.beat(.min)], "no number of the hub's can trap")
        // Nothing is received after second 40.
        #expect(line.wait(until: 99) == [line.beat(.min)])
        #expect(line.wait(until: 100) == [.hangUp(line.id, .abandoning)])
        #expect(line.handle(.link(.closed(line.id, .lost))) == [])
        #expect(line.wait(until: 102) == [.dial(LinkID(rawValue: 2))])

        // A heartbeat measures the hub's response time.
        line = SessionLine(.patient)
        line.connect()
        _ = line.wait(until: 20)
        line.now = line.now + .milliseconds(30)
        line.receive(beat: 1)
        #expect(line.session.roundTrip == .milliseconds(30))
        #expect(line.session.lastHeard == line.now)
    }

    @Test("A client that only sends, or only receives, sends heartbeats, too")
    func oneWay() {
        var (listener, speaker) = (SessionLine(.patient), SessionLine(.patient))
        listener.connect()
        speaker.connect()
        var beats = [0, 0]
        for second in 1...60 {
            beats[0] += listener.wait(until: second).count
            listener.receive()
            guard second < 60 else { break }
            beats[1] += speaker.wait(until: second).count
            speaker.handle(.sentFrame)
        }
        #expect(beats == [3, 2])
    }

    @Test(
        "C22: Pauses are random and reset; a network that returns ends them; there is one socket"
    )
    func backoff() {
        var line = SessionLine(.patient)
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
        #expect(line.handle(.retryNow) == [.dial(line.id)])
        #expect(line.handle(.retryNow) == [], "it dials already")
        line.handle(.link(.opened(line.id)))
        line.now = line.now + .seconds(30)
        line.handle(.link(.closed(line.id, .lost)))
        let wait = (line.session.nextDeadline ?? .start) - line.now
        #expect(wait <= .seconds(1), "a connection that lasted ends the row of failures")

        // Two clients that lose the same hub don't return at the same moment.
        let deadlines = (0..<20 as Range<UInt64>).map { seed in
            var other = SessionLine(.patient, seed: seed)
            other.connect()
            other.handle(.link(.closed(other.id, .lost)))
            return other.session.nextDeadline
        }
        #expect(Set(deadlines).count == 20)
    }

    @Test("A connection that ends at once, or a dial without an answer, is a failure")
    func flapping() {
        var line = SessionLine(.patient)
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

        // A dial without an answer is cancelled.
        line = SessionLine(.patient)
        line.handle(.start)
        #expect(line.wait(until: 20) == [.hangUp(line.id, .abandoning)])
        #expect(line.handle(.link(.opened(line.id))) == [], "too late")
        #expect(line.handle(.link(.closed(line.id, .lost))) == [])
        guard case .resting(_, .timedOut) = line.session.phase else {
            Issue.record("the reason is that nobody answered")
            return
        }
    }

    @Test(
        "A dial waits for the end of the last connection, whose late events are ignored"
    )
    func oneAtATime() {
        var line = SessionLine(.patient)
        line.connect()
        let first = line.id
        #expect(line.handle(.giveUp(.garbled)) == [.hangUp(first, .abandoning)])
        #expect(line.handle(.retryNow) == [])
        #expect(line.handle(.start) == [])
        #expect(line.session.nextDeadline == nil)
        #expect(line.handle(.link(.closed(first, .lost))) == [.dial(LinkID(rawValue: 2))])

        // The same after a stop and a start.
        line = SessionLine(.patient)
        line.connect()
        let second = line.id
        line.handle(.stop(.goodbye))
        #expect(line.handle(.start) == [])
        #expect(line.session.phase == .connecting)
        #expect(line.handle(.link(.closed(second, .lost))) == [.dial(LinkID(rawValue: 2))])

        // A past connection's frames are ignored.
        line = SessionLine(.patient)
        line.connect()
        let past = line.id
        line.handle(.link(.closed(past, .lost)))
        line.handle(.retryNow)
        let before = line.session.phase
        #expect(line.handle(.link(.opened(past))) == [])
        #expect(line.handle(.link(.closed(past, .lost))) == [])
        #expect(line.session.phase == before)
    }

    @Test("A client that stops closes with a goodbye; one that resumes sends a heartbeat at once")
    func partings() {
        var line = SessionLine(.patient)
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

        // The network returns while a connection is open.
        line = SessionLine(.patient)
        line.connect()
        #expect(line.handle(.retryNow) == [line.beat(0)])
    }
}
