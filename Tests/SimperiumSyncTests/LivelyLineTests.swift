import SimperiumClock
import SimperiumSync
import SimperiumWire
import Testing

@Suite("A line of people who play")
struct LivelyLineTests {
    @Test("C41: In a match it is tried at once, then within 2 s, and after a minute within 10 s")
    func quickTries() {
        var line = Line()
        line.handle(.hurry(true))
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
    }

    @Test("C41: At rest nobody waits for longer than 10 s; other programs do as before")
    func restfulTries() {
        for (pace, longest) in [(LinePace.lively, 10), (.patient, 60)] {
            var line = Line(pace)
            line.handle(.start)
            var waits: [Duration] = []
            for _ in 0..<40 {
                line.handle(.link(.closed(line.id, .refused(at: "there"))))
                waits.append(line.untilDial)
                line.now = line.session.nextDeadline ?? line.now
                line.handle(.wake)
            }
            #expect(waits.allSatisfy { $0 <= .seconds(longest) })
            #expect(waits.contains { $0 > .seconds(longest * 3 / 4) })
        }
    }

    @Test("C41: After a goodbye of the server all come back within a second, by chance")
    func afterGoodbye() {
        let waits = (0..<20 as Range<UInt64>).map { seed in
            var line = Line(seed: seed)
            line.handle(.hurry(true))
            line.connect()
            line.pass(.seconds(5))
            line.handle(.link(.closed(line.id, .closedByHub)))
            return line.untilDial
        }
        #expect(waits.allSatisfy { $0 <= .seconds(1) })
        #expect(Set(waits).count > 10)
    }

    @Test("C41: A line that opens and breaks at once is no reason to dial without a pause")
    func flapping() {
        var line = Line()
        line.handle(.hurry(true))
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
        "C42: In a match 4 s are promised to a server with rules, and kept; 9 s of silence end it")
    func promise() {
        var line = Line()
        line.connect()
        #expect(line.handle(.takesPromises(on: line.channel)) == [])
        #expect(line.handle(.hurry(true)) == [line.promises(4)])
        #expect(line.wait(.seconds(4)) == [line.beat(0)])
        line.hear(beat: 1)
        #expect(line.wait(.milliseconds(8_900)) == [line.beat(2), line.beat(2)])
        #expect(line.session.isAsking)
        #expect(line.wait(.milliseconds(100)) == [.hangUp(line.id, .abandoning)])
        let first = line.id
        #expect(line.handle(.link(.closed(first, .lost))) == [])
        #expect(line.wait(.milliseconds(1)) == [.dial(line.id)])
        #expect(line.id != first)
        line.handle(.link(.opened(line.id)))
        #expect(line.handle(.takesPromises(on: line.channel)) == [line.promises(4)])
        #expect(line.handle(.takesPromises(on: line.channel)) == [], "said once")
        #expect(line.handle(.hurry(false)) == [line.promises(0)])
        #expect(line.wait(.seconds(19)) == [], "at rest it beats as before")
    }

    @Test("C42: A server that says nothing of rules is promised nothing, and beaten as before")
    func olderServer() {
        var line = Line()
        line.connect()
        #expect(line.handle(.hurry(true)) == [])
        #expect(line.wait(.seconds(19)) == [])
        #expect(line.wait(.seconds(1)) == [line.beat(0)])
        #expect(line.wait(.seconds(39)).count == 1)
        #expect(line.wait(.seconds(1)) == [.hangUp(line.id, .abandoning)])
    }

    @Test("C42: A line that falls silent twice and opens at once is slow until the match is over")
    func slowLine() {
        var line = Line()
        line.handle(.hurry(true))
        line.connect()
        for _ in 0..<2 {
            line.handle(.takesPromises(on: line.channel))
            line.fallSilent()
        }
        #expect(line.handle(.takesPromises(on: line.channel)) == [line.promises(8)])
        #expect(line.wait(.milliseconds(19_900)) == [line.beat(0), line.beat(0)])
        #expect(line.wait(.milliseconds(100)) == [.hangUp(line.id, .abandoning)])
        line.reopen()
        line.handle(.hurry(false))
        line.handle(.hurry(true))
        #expect(line.handle(.takesPromises(on: line.channel)) == [line.promises(4)])
    }

    @Test("C42: Silences that lie far apart are no sign of a slow line, nor is a slow dial")
    func rareSilences() {
        for (pause, dial) in [(Duration.seconds(70), Duration.zero), (.zero, .seconds(5))] {
            var line = Line()
            line.handle(.hurry(true))
            line.connect()
            for _ in 0..<2 {
                line.handle(.takesPromises(on: line.channel))
                line.live(for: pause)
                line.fallSilent(dialling: dial)
            }
            #expect(line.handle(.takesPromises(on: line.channel)) == [line.promises(4)])
        }
    }

    @Test("C43: After a sleep the line has a second to answer")
    func sleep() {
        var line = Line()
        line.connect()
        #expect(line.handle(.suspect) == [line.beat(0)])
        #expect(line.handle(.suspect) == [], "it is asked already")
        line.pass(.milliseconds(900))
        line.hear(beat: 1)
        #expect(line.wait(.seconds(15)) == [])
        line.handle(.suspect)
        #expect(line.wait(.seconds(1)) == [.hangUp(line.id, .abandoning)])
        line.handle(.link(.closed(line.id, .lost)))
        #expect(line.handle(.suspect) == [.dial(line.id)], "it was waiting")
        let dialled = line.id
        #expect(line.handle(.suspect) == [.hangUp(dialled, .abandoning)])
        #expect(line.handle(.link(.closed(dialled, .lost))) == [.dial(line.id)])
    }

    @Test("C43: A program that stood still asks before it gives up what it has not read")
    func lateWake() {
        var line = Line()
        line.connect()
        line.pass(.seconds(600))
        #expect(line.handle(.wake) == [line.beat(0)])
        line.hear(beat: 1)
        #expect(line.wait(.seconds(2)) == [])
        #expect(line.session.phase == .online(line.id))
    }

    @Test("C45: Whose seat another one has does not dial again")
    func takenOver() {
        var line = Line()
        line.handle(.hurry(true))
        line.connect()
        let first = line.id
        line.handle(.link(.closed(first, .lost)))
        line.handle(.nudge)
        line.handle(.link(.opened(line.id)))
        line.handle(.link(.closed(first, .takenOver)))
        #expect(line.session.phase == .online(line.id), "the end of an earlier connection")
        line.handle(.link(.closed(line.id, .takenOver)))
        #expect(line.session.phase == .idle)
        #expect(line.session.nextDeadline == nil)
    }
}

/// A session, its time, and the connection that it dialled last.
private struct Line {
    var session: Session
    var now = Instant.start
    var id = ConnectionID(rawValue: 0)
    let channel = ChannelNumber(rawValue: 1)

    init(_ pace: LinePace = .lively, seed: UInt64 = 3) {
        session = Session(random: SeededRandom(seed: seed), pace: pace)
    }

    @discardableResult
    mutating func handle(_ event: Session.Event) -> [LinkEffect] {
        let effects = session.handle(event, at: now)
        for case .dial(let id) in effects { self.id = id }
        return effects
    }

    var untilDial: Duration { (session.nextDeadline ?? .start) - now }

    func beat(_ number: Int) -> LinkEffect { .send([UInt8]("h:\(number)".utf8), on: id) }

    func promises(_ seconds: Int) -> LinkEffect {
        .send([UInt8](#"1:o:{"beat":\#(seconds)}"#.utf8), on: id)
    }

    mutating func hear(beat: Int) {
        handle(.link(.received([], on: id)))
        handle(.beat(beat))
    }

    mutating func connect() {
        handle(.start)
        handle(.link(.opened(id)))
    }

    /// Time passes, and nobody wakes the session.
    mutating func pass(_ span: Duration) { now = now + span }

    mutating func wait(_ span: Duration) -> [LinkEffect] {
        let end = now + span
        var effects: [LinkEffect] = []
        while let deadline = session.nextDeadline, deadline <= end {
            now = max(now, deadline)
            effects += handle(.wake)
        }
        now = end
        return effects
    }

    /// All is well for so long.
    mutating func live(for span: Duration) {
        let end = now + span
        while now < end {
            now = now + .seconds(1)
            hear(beat: 1)
        }
    }

    mutating func fallSilent(dialling: Duration = .zero) {
        #expect(wait(.seconds(9)).contains(.hangUp(id, .abandoning)))
        reopen(dialling: dialling)
    }

    mutating func reopen(dialling: Duration = .zero) {
        handle(.link(.closed(id, .lost)))
        _ = wait(.seconds(1))
        pass(dialling)
        handle(.link(.opened(id)))
    }
}
