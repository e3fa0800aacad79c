import SimperiumClock
import SimperiumSync
import SimperiumWire
import Testing

@Suite("Connection during a match")
struct LivelyLineTests {
    @Test(
        "C41: In a match the client dials at once, then within 2 s, and after a minute within 10 s"
    )
    func quickTries() {
        var line = SessionLine()
        line.handle(.setUrgent(true))
        line.connect()
        line.pass(.seconds(5))
        var waits: [Duration] = []
        line.handle(.link(.closed(line.id, .lost)))
        while line.now < .start + .seconds(120) {
            waits.append(line.untilDial)
            line.now = line.session.nextDeadline ?? line.now
            #expect(line.handle(.wake) == [.dial(line.id)])
            line.handle(.link(.closed(line.id, .refused(at: "there"))))
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
            line = SessionLine(pace)
            line.handle(.start)
            waits = []
            for _ in 0..<40 {
                line.handle(.link(.closed(line.id, .refused(at: "there"))))
                waits.append(line.untilDial)
                line.now = line.session.nextDeadline ?? line.now
                line.handle(.wake)
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
            var line = SessionLine(seed: seed)
            line.handle(.setUrgent(true))
            line.connect()
            line.pass(.seconds(5))
            line.handle(.link(.closed(line.id, .closedByHub)))
            return line.untilDial
        }
        #expect(waits.allSatisfy { $0 <= .seconds(1) })
        #expect(Set(waits).count > 10)

        var line = SessionLine()
        line.handle(.setUrgent(true))
        line.handle(.start)
        var dials = 0
        while line.now < .start + .seconds(20) {
            line.handle(.link(.opened(line.id)))
            line.handle(.link(.closed(line.id, .lost)))
            line.now = line.session.nextDeadline ?? line.now
            dials += line.handle(.wake).count
        }
        #expect(dials < 20)
    }

    @Test(
        "C42: In a match a hub with rules is promised 4 s, and 9 s of silence end the connection")
    func promise() {
        var line = SessionLine()
        line.connect()
        #expect(line.handle(.acceptsPromises(on: line.channel)) == [])
        #expect(line.handle(.setUrgent(true)) == [line.promises(4)])
        #expect(line.wait(.seconds(4)) == [line.beat(0)])
        line.receive(beat: 1)
        #expect(line.wait(.milliseconds(8_900)) == [line.beat(2), line.beat(2)])
        #expect(line.session.awaitsHeartbeatAnswer)
        #expect(line.wait(.milliseconds(100)) == [.hangUp(line.id, .abandoning)])
        let first = line.id
        #expect(line.handle(.link(.closed(first, .lost))) == [])
        #expect(line.wait(.milliseconds(1)) == [.dial(line.id)])
        #expect(line.id != first)
        line.handle(.link(.opened(line.id)))
        #expect(line.handle(.acceptsPromises(on: line.channel)) == [line.promises(4)])
        #expect(line.handle(.acceptsPromises(on: line.channel)) == [], "said once")
        #expect(line.handle(.setUrgent(false)) == [line.promises(0)])
        #expect(line.wait(.seconds(19)) == [], "at rest it beats as before")

        // A hub without rules is promised nothing, and sent heartbeats as before.
        line = SessionLine()
        line.connect()
        #expect(line.handle(.setUrgent(true)) == [])
        #expect(line.wait(.seconds(19)) == [])
        #expect(line.wait(.seconds(1)) == [line.beat(0)])
        #expect(line.wait(.seconds(39)).count == 1)
        #expect(line.wait(.seconds(1)) == [.hangUp(line.id, .abandoning)])
    }

    @Test(
        "C42: A connection that times out twice and opens at once is slow until the match ends"
    )
    func slowLine() {
        var line = SessionLine()
        line.handle(.setUrgent(true))
        line.connect()
        for _ in 0..<2 {
            line.handle(.acceptsPromises(on: line.channel))
            line.fallSilent()
        }
        #expect(line.handle(.acceptsPromises(on: line.channel)) == [line.promises(8)])
        #expect(line.wait(.milliseconds(19_900)) == [line.beat(0), line.beat(0)])
        #expect(line.wait(.milliseconds(100)) == [.hangUp(line.id, .abandoning)])
        line.reopen()
        line.handle(.setUrgent(false))
        line.handle(.setUrgent(true))
        #expect(line.handle(.acceptsPromises(on: line.channel)) == [line.promises(4)])

        // It does not after timeouts that are far apart, or after a slow dial.
        for (pause, dial) in [(Duration.seconds(70), Duration.zero), (.zero, .seconds(5))] {
            var rare = SessionLine()
            rare.handle(.setUrgent(true))
            rare.connect()
            for _ in 0..<2 {
                rare.handle(.acceptsPromises(on: rare.channel))
                rare.live(for: pause)
                rare.fallSilent(dialling: dial)
            }
            #expect(rare.handle(.acceptsPromises(on: rare.channel)) == [rare.promises(4)])
        }
    }

    @Test(
        "C43: After a sleep the connection has a second to answer a heartbeat before it is given up"
    )
    func sleep() {
        var line = SessionLine()
        line.connect()
        #expect(line.handle(.testConnection) == [line.beat(0)])
        #expect(line.handle(.testConnection) == [], "it is asked already")
        line.pass(.milliseconds(900))
        line.receive(beat: 1)
        #expect(line.wait(.seconds(15)) == [])
        line.handle(.testConnection)
        #expect(line.wait(.seconds(1)) == [.hangUp(line.id, .abandoning)])
        line.handle(.link(.closed(line.id, .lost)))
        #expect(line.handle(.testConnection) == [.dial(line.id)], "it was waiting")
        let dialled = line.id
        #expect(line.handle(.testConnection) == [.hangUp(dialled, .abandoning)])
        #expect(line.handle(.link(.closed(dialled, .lost))) == [.dial(line.id)])

        line = SessionLine()
        line.connect()
        line.pass(.seconds(600))
        #expect(line.handle(.wake) == [line.beat(0)])
        line.receive(beat: 1)
        #expect(line.wait(.seconds(2)) == [])
        #expect(line.session.phase == .online(line.id))
    }
}
