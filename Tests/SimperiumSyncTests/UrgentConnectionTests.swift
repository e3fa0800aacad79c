import SimperiumClock
import SimperiumSync
import SimperiumWire
import Testing

@Suite("Connection during a match")
struct UrgentConnectionTests {
    @Test(
        "C41: In a match the client dials at once, then within 2 s, and after a minute within 10 s"
    )
    func quickTries() {
        var link = LinkDriver()
        link.handle(.setUrgent(true))
        link.connect()
        link.pass(.seconds(5))
        var waits: [Duration] = []
        link.handle(.link(.closed(link.id, .lost)))
        while link.now < .start + .seconds(120) {
            waits.append(link.untilDial)
            #expect(link.wakeAtDeadline() == [.dial(link.id)])
            link.handle(.link(.closed(link.id, .refused(at: "there"))))
        }
        let longest: [Duration] = [
            .zero, .milliseconds(250), .milliseconds(500), .seconds(1), .seconds(2), .seconds(2),
        ]
        for (wait, longest) in zip(waits, longest) {
            #expect(wait <= longest && wait >= longest * 3 / 4)
        }
        #expect(waits.dropFirst(6).contains { $0 > .seconds(7) }, "a minute has passed")
        #expect(waits.allSatisfy { $0 <= .seconds(10) })
        #expect(Set(waits).count > 10, "there is chance in it")

        for (pace, most) in [(RedialPace.lively, 10), (.patient, 60)] {
            link = LinkDriver(pace)
            link.handle(.start)
            waits = []
            for _ in 0..<40 {
                link.handle(.link(.closed(link.id, .refused(at: "there"))))
                waits.append(link.untilDial)
                link.wakeAtDeadline()
            }
            #expect(waits.allSatisfy { $0 <= .seconds(most) })
            #expect(waits.contains { $0 > .seconds(most * 3 / 4) })
        }
    }

    @Test(
        "C41: After a goodbye all return within a second; an unstable connection has growing pauses"
    )
    func afterGoodbye() {
        let waits = (0..<20 as Range<UInt64>).map { seed in
            var link = LinkDriver(seed: seed)
            link.handle(.setUrgent(true))
            link.connect()
            link.pass(.seconds(5))
            link.handle(.link(.closed(link.id, .closedByHub)))
            return link.untilDial
        }
        #expect(waits.allSatisfy { $0 <= .seconds(1) })
        #expect(Set(waits).count > 10)

        var link = LinkDriver()
        link.handle(.setUrgent(true))
        link.handle(.start)
        var dials = 0
        while link.now < .start + .seconds(20) {
            link.handle(.link(.opened(link.id)))
            link.handle(.link(.closed(link.id, .lost)))
            dials += link.wakeAtDeadline().count
        }
        #expect(dials < 20)
    }

    @Test(
        "C42: In a match a hub with rules is promised 4 s, and 9 s of silence end the connection")
    func promise() {
        var link = LinkDriver()
        link.connect()
        #expect(link.handle(.acceptsPromises(on: link.channel)) == [])
        #expect(link.handle(.setUrgent(true)) == [link.promises(4)])
        #expect(link.wait(.seconds(4)) == [link.beat(0)])
        link.receive(beat: 1)
        #expect(link.wait(.milliseconds(8_900)) == [link.beat(2), link.beat(2)])
        #expect(link.connection.awaitsHeartbeatAnswer)
        #expect(link.wait(.milliseconds(100)) == [.hangUp(link.id, .abandoning)])
        let first = link.id
        #expect(link.handle(.link(.closed(first, .lost))) == [])
        #expect(link.wait(.milliseconds(1)) == [.dial(link.id)])
        #expect(link.id != first)
        link.handle(.link(.opened(link.id)))
        #expect(link.handle(.acceptsPromises(on: link.channel)) == [link.promises(4)])
        #expect(link.handle(.acceptsPromises(on: link.channel)) == [], "said once")
        #expect(link.handle(.setUrgent(false)) == [link.promises(0)])
        #expect(link.wait(.seconds(19)) == [], "at rest it beats as before")

        // A hub without rules is promised nothing, and sent heartbeats as before.
        link = LinkDriver()
        link.connect()
        #expect(link.handle(.setUrgent(true)) == [])
        #expect(link.wait(.seconds(19)) == [])
        #expect(link.wait(.seconds(1)) == [link.beat(0)])
        #expect(link.wait(.seconds(39)).count == 1)
        #expect(link.wait(.seconds(1)) == [.hangUp(link.id, .abandoning)])
    }

    @Test(
        "C42: A connection that times out twice and opens at once is slow until the match ends"
    )
    func slowLine() {
        var link = LinkDriver()
        link.handle(.setUrgent(true))
        link.connect()
        for _ in 0..<2 {
            link.handle(.acceptsPromises(on: link.channel))
            link.timeOutAndReopen()
        }
        #expect(link.handle(.acceptsPromises(on: link.channel)) == [link.promises(8)])
        #expect(link.wait(.milliseconds(19_900)) == [link.beat(0), link.beat(0)])
        #expect(link.wait(.milliseconds(100)) == [.hangUp(link.id, .abandoning)])
        link.reopen()
        link.handle(.setUrgent(false))
        link.handle(.setUrgent(true))
        #expect(link.handle(.acceptsPromises(on: link.channel)) == [link.promises(4)])

        // It does not after timeouts that are far apart, or after a slow dial.
        for (pause, dial) in [(Duration.seconds(70), Duration.zero), (.zero, .seconds(5))] {
            var rare = LinkDriver()
            rare.handle(.setUrgent(true))
            rare.connect()
            for _ in 0..<2 {
                rare.handle(.acceptsPromises(on: rare.channel))
                rare.answerHeartbeats(for: pause)
                rare.timeOutAndReopen(dialling: dial)
            }
            #expect(rare.handle(.acceptsPromises(on: rare.channel)) == [rare.promises(4)])
        }
    }

    @Test(
        "C43: After a sleep the connection has a second to answer a heartbeat before it is given up"
    )
    func sleep() {
        var link = LinkDriver()
        link.connect()
        #expect(link.handle(.testConnection) == [link.beat(0)])
        #expect(link.handle(.testConnection) == [], "it is asked already")
        link.pass(.milliseconds(900))
        link.receive(beat: 1)
        #expect(link.wait(.seconds(15)) == [])
        link.handle(.testConnection)
        #expect(link.wait(.seconds(1)) == [.hangUp(link.id, .abandoning)])
        link.handle(.link(.closed(link.id, .lost)))
        #expect(link.handle(.testConnection) == [.dial(link.id)], "it was waiting")
        let dialled = link.id
        #expect(link.handle(.testConnection) == [.hangUp(dialled, .abandoning)])
        #expect(link.handle(.link(.closed(dialled, .lost))) == [.dial(link.id)])

        link = LinkDriver()
        link.connect()
        link.pass(.seconds(600))
        #expect(link.handle(.wake) == [link.beat(0)])
        link.receive(beat: 1)
        #expect(link.wait(.seconds(2)) == [])
        #expect(link.connection.phase == .online(link.id))
    }
}
