import EngineSamples
import RedisWire
import SharedLog
import SimperiumClock
import SimperiumWire
import Testing

@Suite("A node's link to the engine")
struct EngineLinkTests {
    private static let start = Instant.start
    private static let address = RedisAddress(host: "a")
    private static let master = Array("%0\r\n*3\r\n$6\r\nmaster\r\n:0\r\n*0\r\n".utf8)
    private static let log = Names.logs[0]
    private static let channel = "s1{app-1/ann}"

    private func prompt(_ number: UInt64) -> EngineLink.Line {
        EngineLink.Line(.prompt, RedisClient.RedisConnectionID(rawValue: number))
    }

    private func bulk(_ number: UInt64) -> EngineLink.Line {
        EngineLink.Line(.bulk, RedisClient.RedisConnectionID(rawValue: number))
    }

    private func id(_ number: UInt64) -> QuestionID { QuestionID(rawValue: number) }

    private func push(_ kind: String, _ rest: String = "") -> [UInt8] {
        Array(">3\r\n+\(kind)\r\n+\(Self.channel)\r\n\(rest.isEmpty ? ":1" : "+" + rest)\r\n".utf8)
    }

    private func ready() -> EngineLink {
        var link = EngineLink(to: [Self.address])
        _ = link.handle(.begin, at: Self.start)
        for line in [prompt(1), bulk(1)] {
            _ = link.handle(.opened(line), at: Self.start)
            _ = link.handle(.received(line, Self.master), at: Self.start)
        }
        return link
    }

    /// One that follows the log.
    private func following() -> EngineLink {
        var link = ready()
        _ = link.handle(.follow(Self.log, id(1)), at: Self.start)
        _ = link.handle(.received(prompt(1), push("ssubscribe")), at: Self.start)
        return link
    }

    private func lines(_ effects: [EngineLink.Effect]) -> [EngineLink.Line] {
        effects.compactMap { if case .send(let line, _) = $0 { line } else { nil } }
    }

    @Test("It is ready with both connections, of which the prompt one comes first")
    func begins() {
        var link = EngineLink(to: [Self.address])
        #expect(link.handle(.begin, at: Self.start) == [.dial(prompt(1), Self.address)])
        _ = link.handle(.opened(prompt(1)), at: Self.start)
        #expect(
            link.handle(.received(prompt(1), Self.master), at: Self.start) == [
                .dial(bulk(1), Self.address)
            ])
        _ = link.handle(.opened(bulk(1)), at: Self.start)
        #expect(link.handle(.received(bulk(1), Self.master), at: Self.start) == [.ready])
    }

    @Test("Long answers have a connection of their own")
    func kinds() {
        var link = ready()
        let missed = LogQuery.missed(after: .zero, in: [], atMost: Portion(entries: 1))
        let long = link.handle(.ask(.read(missed, Self.log), id(1)), at: Self.start)
        #expect(lines(long) == [bulk(1)])
        let short = link.handle(.ask(.read(.buckets, Self.log), id(2)), at: Self.start)
        #expect(lines(short) == [prompt(1)])
    }

    @Test("S248 That a life has begun is told once the replicas know; that it goes on, at once")
    func numbers() {
        var link = EngineLink(to: [Self.address], awaiting: 1)
        let witness = EngineLink.Line(.replicas, RedisClient.RedisConnectionID(rawValue: 1))
        _ = link.handle(.begin, at: Self.start)
        for line in [prompt(1), bulk(1), witness] {
            _ = link.handle(.opened(line), at: Self.start)
            _ = link.handle(.received(line, Self.master), at: Self.start)
        }
        let life = Duration.seconds(6)
        _ = link.handle(.ask(.node(.begin(seen: 0, life: life)), id(1)), at: Self.start)
        let number = Array("*2\r\n+INCARNATION\r\n:7\r\n".utf8)
        let asked = link.handle(.received(prompt(1), number), at: Self.start)
        #expect(lines(asked) == [witness, witness] && asked.count == 2)
        let renewal = EngineDeed.node(.renew(Incarnation(rawValue: 7), life: life))
        _ = link.handle(.ask(renewal, id(2)), at: Self.start)
        let dead = Array("*1\r\n+DEAD\r\n".utf8)
        #expect(
            link.handle(.received(prompt(1), dead), at: Self.start) == [
                .settled(id(2), .answered(.dead))
            ])
        let known = Array("+PONG\r\n:1\r\n".utf8)
        #expect(
            link.handle(.received(witness, known), at: Self.start) == [
                .settled(id(1), .answered(.incarnation(Incarnation(rawValue: 7))))
            ])
    }

    @Test("S181 An answer that is 200 ms late is told of, and that there is none late any more")
    func lag() {
        var link = ready()
        _ = link.handle(.ask(.read(.buckets, Self.log), id(1)), at: Self.start)
        let late = Self.start + .milliseconds(200)
        #expect(link.nextDeadline == late)
        #expect(link.handle(.wake, at: late) == [.lags(true)])
        #expect(link.handle(.wake, at: late + .milliseconds(1)) == [])
        let answer = Array("-BUSY later\r\n".utf8)
        let effects = link.handle(.received(prompt(1), answer), at: late + .seconds(1))
        #expect(effects.last == .lags(false))
    }

    @Test("S181 As late counts an engine that can't be asked")
    func lagOfBroken() {
        var link = ready()
        _ = link.handle(.ended(prompt(1)), at: Self.start)
        var lags: [Bool] = []
        while lags.isEmpty, let next = link.nextDeadline, next <= Self.start + .seconds(1) {
            for case .lags(let late) in link.handle(.wake, at: next) { lags.append(late) }
        }
        #expect(lags == [true])
    }

    @Test("S112 What is told of a log that is followed is heard, of others nothing")
    func told() {
        var link = following()
        let note = "N 0-0 1-1 5 end 2-2"
        let entry = EngineEntry(
            at: Ordinal(epoch: 1, count: 1), Stamp(milliseconds: 5),
            .end(Ordinal(epoch: 2, count: 2)))
        #expect(
            link.handle(.received(prompt(1), push("smessage", note)), at: Self.start) == [
                .told(Self.log, [EngineMessage(behind: .zero, entry)])
            ])
        #expect(
            link.handle(.received(prompt(1), push("smessage", "what")), at: Self.start) == [
                .told(Self.log, nil)
            ])
        let said = link.handle(.unfollow(Self.log), at: Self.start)
        #expect(lines(said) == [prompt(1)])
        #expect(link.handle(.received(prompt(1), push("smessage", note)), at: Self.start) == [])
        #expect(link.handle(.received(prompt(1), push("sunsubscribe")), at: Self.start) == [])
    }

    @Test("S117 A log whose slot has moved is followed where it is, and what was told is read")
    func moved() {
        var link = following()
        let effects = link.handle(.received(prompt(1), push("sunsubscribe")), at: Self.start)
        #expect(lines(effects) == [prompt(1)])
        #expect(effects.last == .told(Self.log, nil))
    }

    @Test("S113 Whichever breaks, both begin anew, and nothing is followed any more")
    func breaks() {
        var link = following()
        _ = link.handle(.ask(.read(.buckets, Self.log), id(2)), at: Self.start)
        #expect(
            link.handle(.ended(prompt(1)), at: Self.start) == [
                .settled(id(2), .lost), .hangUp(bulk(1)), .broken(nil),
            ])
        #expect(link.nextDeadline == Self.start + .milliseconds(100))

        link = following()
        let effects = link.handle(.ended(bulk(1)), at: Self.start)
        #expect(effects == [.broken(nil), .hangUp(prompt(1))])
        let then = Self.start + .milliseconds(100)
        #expect(link.nextDeadline == then)
        #expect(link.handle(.wake, at: then) == [.dial(prompt(2), Self.address)])
    }

    @Test("S110 An address where nothing can be had is told, with what we have against it")
    func unreachable() {
        var link = EngineLink(to: [Self.address])
        _ = link.handle(.begin, at: Self.start)
        #expect(
            link.handle(.ended(prompt(1)), at: Self.start) == [.unreachable(Self.address, nil)])
    }
}
