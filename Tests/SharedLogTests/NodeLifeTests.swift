import EngineSamples
import RedisWire
import SharedLog
import SimperiumClock
import SimperiumWire
import Testing

@Suite("A node's life")
struct NodeLifeTests {
    private static let start = Instant.start
    private static let life = Duration.seconds(6)
    private static let one = Incarnation(rawValue: 12)
    private static let other = Incarnation(rawValue: 11)
    private static let stamp = Stamp(milliseconds: 99)
    private static let renewal = NodeLife.Effect.ask(.renew(one, life: life))

    private func greeting(
        _ epoch: UInt32 = 10, hasBegun: Bool = false
    ) -> NodeLife.Event {
        .answered(.answered(.life(epoch: epoch, hasBegun: hasBegun, now: Self.stamp)))
    }

    private func alive(_ epoch: UInt32 = 10, dead: [Incarnation] = []) -> NodeLife.Event {
        .answered(.answered(.alive(epoch: epoch, dead: dead, now: Self.stamp)))
    }

    private func living() -> NodeLife {
        var node = NodeLife()
        _ = node.handle(.ready, at: Self.start)
        _ = node.handle(greeting(), at: Self.start)
        _ = node.handle(.answered(.answered(.incarnation(Self.one))), at: Self.start)
        return node
    }

    @Test("S125 It says hello, with the highest number it has seen, and begins")
    func begins() {
        var node = NodeLife()
        let hello = NodeDeed.hello(seen: 0, life: Self.life)
        #expect(node.handle(.ready, at: Self.start) == [.ask(hello)])
        #expect(
            node.handle(greeting(hasBegun: true), at: Self.start) == [
                .clock(Self.stamp), .rewriteFile, .ask(.begin(seen: 10, life: Self.life)),
            ])
        #expect(!node.isAlive)
        #expect(
            node.handle(.answered(.answered(.incarnation(Self.one))), at: Self.start) == [
                .begun(Self.one, epoch: 10)
            ])
        #expect(node.isAlive && node.nextDeadline == Self.start + .seconds(2))
    }

    @Test(
        "S182 S183 What is none for it ends it for good, also in the middle of its life",
        arguments: [
            (EngineAnswer.newerFormat(2), NodeLife.Refusal.newerFormat(2)),
            (.olderFormat(1), .olderFormat(1)), (.foreign("x"), .foreign("x")),
            (.unfit("appendonly"), .unfit("appendonly")),
        ])
    func refused(answer: EngineAnswer, refusal: NodeLife.Refusal) {
        var node = NodeLife()
        _ = node.handle(.ready, at: Self.start)
        #expect(node.handle(.answered(.answered(answer)), at: Self.start) == [.refused(refusal)])
        node = living()
        _ = node.handle(.wake, at: Self.start + .seconds(2))
        let effects = node.handle(.answered(.answered(answer)), at: Self.start + .seconds(2))
        #expect(effects == [.refused(refusal)])
        #expect(!node.isAlive && node.nextDeadline == nil)
        #expect(node.handle(.ready, at: Self.start) == [])
    }

    @Test("S126 It renews every 2 s, and no more than once at a time")
    func renews() {
        var node = living()
        #expect(node.handle(.wake, at: Self.start + .seconds(2)) == [Self.renewal])
        #expect(node.handle(.wake, at: Self.start + .seconds(3)) == [])
        #expect(node.handle(alive(), at: Self.start + .seconds(3)) == [.clock(Self.stamp)])
        // The life lasts from when it was asked for.
        #expect(node.nextDeadline == Self.start + .seconds(4))
    }

    @Test("S126 Whoever is told to be dead drops all, and begins another life")
    func dies() {
        var node = living()
        _ = node.handle(.wake, at: Self.start + .seconds(2))
        #expect(
            node.handle(.answered(.answered(.dead)), at: Self.start + .seconds(2)) == [
                .die, .ask(.hello(seen: 12, life: Self.life)),
            ])
        #expect(!node.isAlive)
    }

    @Test("S119 A log that won't be written to says the same, and late answers are of the past")
    func fenced() {
        var node = living()
        _ = node.handle(.wake, at: Self.start + .seconds(2))
        #expect(
            node.handle(.fenced, at: Self.start + .seconds(2)) == [
                .die, .ask(.hello(seen: 12, life: Self.life)),
            ])
        #expect(node.handle(alive(), at: Self.start + .seconds(2)) == [])
        #expect(node.handle(.fenced, at: Self.start + .seconds(2)) == [])
        #expect(
            node.handle(greeting(), at: Self.start + .seconds(2)) == [
                .clock(Self.stamp), .ask(.begin(seen: 12, life: Self.life)),
            ])
    }

    @Test("S126 After 6 s without the engine clients are sent away, and the life may go on")
    func isolated() {
        var node = living()
        _ = node.handle(.broken, at: Self.start + .seconds(1))
        #expect(node.nextDeadline == Self.start + .seconds(6))
        #expect(node.handle(.wake, at: Self.start + .seconds(6)) == [.isolated])
        #expect(node.nextDeadline == nil)
        let back = Self.start + .seconds(7)
        #expect(node.handle(.ready, at: back) == [.ask(.hello(seen: 12, life: Self.life))])
        #expect(
            node.handle(greeting(20, hasBegun: true), at: back) == [
                .clock(Self.stamp), .rewriteFile, Self.renewal,
            ])
        #expect(
            node.handle(alive(20), at: back) == [
                .clock(Self.stamp), .resumed(Self.one, epoch: 20),
            ])
        #expect(node.isAlive && node.nextDeadline == back + .seconds(2))
    }

    @Test("S116 What only has to wait is asked again")
    func passing() {
        var node = living()
        _ = node.handle(.wake, at: Self.start + .seconds(2))
        let busy = EngineOutcome.refused(RedisError(Array("BUSY x".utf8)))
        #expect(node.handle(.answered(busy), at: Self.start + .seconds(2)) == [])
        let next = Self.start + .milliseconds(2_100)
        #expect(node.nextDeadline == next)
        #expect(node.handle(.wake, at: next) == [Self.renewal])
    }

    @Test("S127 It buries the dead in each of their logs, and begins so again after a break")
    func buries() {
        var node = living()
        let log = Names.logs[0]
        _ = node.handle(.wake, at: Self.start + .seconds(2))
        #expect(
            node.handle(alive(dead: [Self.other]), at: Self.start + .seconds(2)) == [
                .clock(Self.stamp), .findLogs(of: Self.other),
            ])
        #expect(
            node.handle(.noted([log], of: Self.other), at: Self.start) == [
                .bury(Self.other, in: log)
            ])
        // Once is enough.
        _ = node.handle(.wake, at: Self.start + .seconds(4))
        #expect(
            node.handle(alive(dead: [Self.other]), at: Self.start + .seconds(4)) == [
                .clock(Self.stamp)
            ])
        #expect(node.handle(.buried(log, Self.other), at: Self.start) == [])
        _ = node.handle(.broken, at: Self.start + .seconds(5))
        _ = node.handle(.ready, at: Self.start + .seconds(5))
        _ = node.handle(greeting(), at: Self.start + .seconds(5))
        #expect(
            node.handle(alive(dead: [Self.other]), at: Self.start + .seconds(5)) == [
                .clock(Self.stamp), .resumed(Self.one, epoch: 10), .findLogs(of: Self.other),
            ])
        #expect(
            node.handle(.noted([], of: Self.other), at: Self.start) == [.forget(Self.other)])
    }

    @Test("S126 Who leaves says so, and nothing more")
    func leaves() {
        var node = living()
        _ = node.handle(.wake, at: Self.start + .seconds(2))
        #expect(node.handle(.leave, at: Self.start + .seconds(2)) == [.ask(.retire(Self.one))])
        #expect(node.handle(alive(), at: Self.start + .seconds(2)) == [])
        #expect(node.handle(.answered(.answered(.done)), at: Self.start + .seconds(2)) == [])
        #expect(node.handle(.ready, at: Self.start + .seconds(3)) == [])
        #expect(node.nextDeadline == nil)
    }

    @Test("S122 An engine of a newer version is left alone")
    func newer() {
        var node = NodeLife()
        _ = node.handle(.ready, at: Self.start)
        #expect(
            node.handle(.answered(.answered(.newerFormat(2))), at: Self.start) == [
                .refused(.newerFormat(2))
            ])
        #expect(node.handle(.ready, at: Self.start) == [])
    }
}
