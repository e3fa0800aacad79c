import SimperiumClock
import SimperiumSync
import Testing

@Suite("Connection to the hub")
struct HubConnectionTests {
    @Test(
        "C21: 20 s of silence cause a heartbeat, the received number + 1; 60 s a new connection"
    )
    func heartbeat() {
        var link = LinkDriver(.patient)
        link.connect()
        #expect(link.wait(until: 19) == [])
        #expect(link.wait(until: 20) == [link.beat(0)])
        #expect(link.receive(beat: 1) == [])
        #expect(link.wait(until: 40) == [link.beat(2)])
        #expect(link.receive(beat: .max) == [])
        #expect(link.wait(until: 60) == [link.beat(.min)], "no number of the hub's can trap")
        // Nothing is received after second 40.
        #expect(link.wait(until: 99) == [link.beat(.min)])
        #expect(link.wait(until: 100) == [.hangUp(link.id, .abandoning)])
        #expect(link.handle(.link(.closed(link.id, .lost))) == [])
        #expect(link.wait(until: 102) == [.dial(LinkID(rawValue: 2))])

        // A heartbeat measures the hub's response time.
        link = LinkDriver(.patient)
        link.connect()
        _ = link.wait(until: 20)
        link.now = link.now + .milliseconds(30)
        link.receive(beat: 1)
        #expect(link.connection.roundTrip == .milliseconds(30))
        #expect(link.connection.lastHeard == link.now)
    }

    @Test("A client that only sends, or only receives, sends heartbeats, too")
    func oneWay() {
        var (receiver, sender) = (LinkDriver(.patient), LinkDriver(.patient))
        receiver.connect()
        sender.connect()
        var beats = [0, 0]
        for second in 1...60 {
            beats[0] += receiver.wait(until: second).count
            receiver.receive()
            guard second < 60 else { break }
            beats[1] += sender.wait(until: second).count
            sender.handle(.sentFrame)
        }
        #expect(beats == [3, 2])
    }

    @Test(
        "C22: Pauses are random and reset; a network that returns ends them; there is one socket"
    )
    func backoff() {
        var link = LinkDriver(.patient)
        var waits: [Duration] = []
        link.handle(.start)
        for _ in 0..<12 {
            link.handle(.link(.closed(link.id, .refused(at: "there"))))
            waits.append(link.untilDial)
            #expect(link.wakeAtDeadline() == [.dial(link.id)])
        }
        for (number, wait) in waits.enumerated() {
            #expect(wait <= .seconds(min(1 << number, 60)))
        }
        #expect(Set(waits).count == waits.count)
        #expect(waits.contains { $0 > .seconds(10) })

        link.handle(.link(.closed(link.id, .refused(at: "there"))))
        #expect(link.handle(.retryNow) == [.dial(link.id)])
        #expect(link.handle(.retryNow) == [], "it dials already")
        link.handle(.link(.opened(link.id)))
        link.now = link.now + .seconds(30)
        link.handle(.link(.closed(link.id, .lost)))
        let wait = link.untilDial
        #expect(wait <= .seconds(1), "a connection that lasted ends the row of failures")

        // Two clients that lose the same hub don't return at the same moment.
        let deadlines = (0..<20 as Range<UInt64>).map { seed in
            var other = LinkDriver(.patient, seed: seed)
            other.connect()
            other.handle(.link(.closed(other.id, .lost)))
            return other.connection.nextDeadline
        }
        #expect(Set(deadlines).count == 20)
    }

    @Test("A connection that ends at once, or a dial without an answer, is a failure")
    func flapping() {
        var link = LinkDriver(.patient)
        link.handle(.start)
        for _ in 0..<7 {
            link.handle(.link(.opened(link.id)))
            link.handle(.link(.closed(link.id, .closedByHub)))
            link.wakeAtDeadline()
        }
        link.handle(.link(.closed(link.id, .refused(at: "there"))))
        guard case .resting(let until, .refused) = link.connection.phase else {
            Issue.record("it waits after a failure")
            return
        }
        #expect(until - link.now > .seconds(1))

        // A dial without an answer is cancelled.
        link = LinkDriver(.patient)
        link.handle(.start)
        #expect(link.wait(until: 20) == [.hangUp(link.id, .abandoning)])
        #expect(link.handle(.link(.opened(link.id))) == [], "too late")
        #expect(link.handle(.link(.closed(link.id, .lost))) == [])
        guard case .resting(_, .timedOut) = link.connection.phase else {
            Issue.record("the reason is that nobody answered")
            return
        }
    }

    @Test(
        "A dial waits for the end of the last connection, whose late events are ignored"
    )
    func oneAtATime() {
        var link = LinkDriver(.patient)
        link.connect()
        let first = link.id
        #expect(link.handle(.giveUp(.garbled)) == [.hangUp(first, .abandoning)])
        #expect(link.handle(.retryNow) == [])
        #expect(link.handle(.start) == [])
        #expect(link.connection.nextDeadline == nil)
        #expect(link.handle(.link(.closed(first, .lost))) == [.dial(LinkID(rawValue: 2))])

        // The same after a stop and a start.
        link = LinkDriver(.patient)
        link.connect()
        let second = link.id
        link.handle(.stop(.goodbye))
        #expect(link.handle(.start) == [])
        #expect(link.connection.phase == .connecting)
        #expect(link.handle(.link(.closed(second, .lost))) == [.dial(LinkID(rawValue: 2))])

        // A past connection's frames are ignored.
        link = LinkDriver(.patient)
        link.connect()
        let past = link.id
        link.handle(.link(.closed(past, .lost)))
        link.handle(.retryNow)
        let before = link.connection.phase
        #expect(link.handle(.link(.opened(past))) == [])
        #expect(link.handle(.link(.closed(past, .lost))) == [])
        #expect(link.connection.phase == before)
    }

    @Test("A client that stops closes with a goodbye; one that resumes sends a heartbeat at once")
    func hangUps() {
        var link = LinkDriver(.patient)
        #expect(link.handle(.stop(.goodbye)) == [])
        link.connect()
        #expect(link.handle(.stop(.goodbye)) == [.hangUp(link.id, .goodbye)])
        #expect(link.handle(.stop(.goodbye)) == [])
        #expect(link.connection.phase == .idle)
        #expect(link.handle(.link(.closed(link.id, .lost))) == [])
        #expect(link.connection.nextDeadline == nil)

        link.connect()
        link.handle(.link(.closed(link.id, .lost)))
        #expect(link.handle(.stop(.goodbye)) == [], "it rests")
        #expect(link.connection.phase == .idle)

        // The network returns while a connection is open.
        link = LinkDriver(.patient)
        link.connect()
        #expect(link.handle(.retryNow) == [link.beat(0)])
    }
}
