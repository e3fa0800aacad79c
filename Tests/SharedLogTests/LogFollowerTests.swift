import EngineSamples
import RedisWire
import SharedLog
import SimperiumClock
import SimperiumWire
import Testing

@Suite("A log that is followed")
struct LogFollowerTests {
    private static let log = Names.logs[0]
    private static let me = Incarnation(rawValue: 9)
    private static let start = Instant.start
    private static let stamp = Stamp(milliseconds: 5)

    private func place(_ count: UInt64, _ epoch: UInt32 = 1) -> Ordinal {
        count == 0 ? .zero : Ordinal(epoch: epoch, count: count)
    }

    private func state(
        _ head: Ordinal, epoch: UInt32 = 1, beginnings: [EngineLog.Beginning] = []
    ) -> LogFollower.Event {
        .opened(
            EngineLog(
                head: head, epoch: epoch, now: Self.stamp, buckets: [], leases: [],
                beginnings: beginnings))
    }

    private func change(
        _ id: Int, becoming version: EntityVersion = .first, entry: Int = 2
    ) -> EngineChange {
        EngineChange(
            Names.keys[0], in: Names.buckets[0], version: version, previous: nil,
            by: Names.changeIDs[id], entry: [UInt8](repeating: 1, count: entry), object: [1])
    }

    private func entry(_ id: Int, at place: Ordinal) -> EngineEntry {
        EngineEntry(at: place, Self.stamp, .change(EngineRecord(change(id))))
    }

    private func told(_ entry: EngineEntry, behind head: Ordinal) -> LogFollower.Event {
        .told([EngineMessage(behind: head, entry)])
    }

    private func read(after place: Ordinal, in buckets: [BucketName] = []) -> LogFollower.Effect {
        let page = Portion(entries: 256, bytes: 256 << 10)
        return .read(.read(.missed(after: place, in: buckets, atMost: page), Self.log))
    }

    private func missed(
        _ entries: [EngineEntry], at head: Ordinal, unknown: [BucketName] = [],
        hasMore: Bool = false
    ) -> LogFollower.Event {
        .missed(
            .answered(
                .fact(.missed(entries, unknown: unknown, hasMore: hasMore), at: head)))
    }

    private func asked(
        _ change: EngineChange, on head: Ordinal, epoch: UInt32 = 1, wantsTurn: Bool = false
    ) -> LogFollower.Effect {
        let place = Ordinal(epoch: epoch, count: head.count + 1)
        let writer = EngineWriter(Self.me, on: head, at: place)
        return .append(.log(.append([change], writer, wantsTurn: wantsTurn), Self.log))
    }

    /// One that is open, with one entry.
    private func open() -> LogFollower {
        var follower = LogFollower(Self.log, as: Self.me)
        _ = follower.handle(state(place(1)), at: Self.start)
        return follower
    }

    /// One with a batch on its way, which would be the second entry.
    private func appending() -> LogFollower {
        var follower = open()
        #expect(
            follower.handle(.append([change(2)]), at: Self.start) == [
                asked(change(2), on: place(1))
            ])
        return follower
    }

    @Test("S123 What follows on what is known is folded, once")
    func folds() {
        var follower = open()
        let second = entry(2, at: place(2))
        #expect(follower.handle(told(second, behind: place(1)), at: Self.start) == [.fold(second)])
        #expect(follower.handle(told(second, behind: place(1)), at: Self.start) == [])
        #expect(follower.head == place(2))
    }

    @Test(
        "S123 S130 A gap is read, with buckets that turn up; what is told meanwhile comes behind it"
    )
    func gap() {
        var follower = open()
        let (second, third) = (entry(2, at: place(2)), entry(3, at: place(3)))
        let fourth = entry(4, at: place(4))
        #expect(
            follower.handle(told(third, behind: place(2)), at: Self.start) == [
                read(after: place(1))
            ])
        #expect(follower.handle(told(fourth, behind: place(3)), at: Self.start) == [])
        let bucket = Names.buckets[0]
        #expect(
            follower.handle(missed([], at: place(3), unknown: [bucket]), at: Self.start) == [
                read(after: place(1), in: [bucket])
            ])
        #expect(
            follower.handle(missed([second], at: place(3), hasMore: true), at: Self.start) == [
                .fold(second), read(after: place(2), in: [bucket]),
            ])
        #expect(
            follower.handle(missed([third], at: place(3)), at: Self.start) == [
                .fold(third), .fold(fourth),
            ])
    }

    @Test("S123 A head that somebody saw beyond the known one is read up to")
    func seen() {
        var follower = open()
        #expect(follower.handle(.seen(place(1)), at: Self.start) == [])
        #expect(follower.handle(.seen(place(2)), at: Self.start) == [read(after: place(1))])
        #expect(follower.handle(.told(nil), at: Self.start) == [])
    }

    @Test("What can't be read whole, or is not what it was, is a reset")
    func resets() {
        let third = entry(3, at: place(3))
        for answer in [missed([third], at: place(3)), missed([], at: place(2))] {
            var follower = open()
            _ = follower.handle(.seen(place(3)), at: Self.start)
            #expect(follower.handle(answer, at: Self.start) == [.reset])
            #expect(follower.head == nil)
        }
        for answer in [EngineOutcome.unreadable, .refused(RedisError(Array("ERR".utf8)))] {
            var follower = open()
            _ = follower.handle(.seen(place(3)), at: Self.start)
            #expect(follower.handle(.missed(answer), at: Self.start) == [.reset])
        }
        var follower = open()
        _ = follower.handle(.broken, at: Self.start)
        #expect(follower.handle(state(.zero, epoch: 2), at: Self.start) == [.reset])
        follower = open()
        let strange = EngineEntry(at: place(2), Self.stamp, .unknown)
        #expect(follower.handle(told(strange, behind: place(1)), at: Self.start) == [.reset])
    }

    @Test("S121 A later life is one that began behind what is known, or a reset")
    func epochs() {
        let next = entry(2, at: place(2, 3))
        for behind in [place(1), place(0)] {
            var follower = open()
            #expect(follower.handle(told(next, behind: place(1)), at: Self.start) == [.reopen])
            let begun = EngineLog.Beginning(epoch: 3, behind: behind)
            #expect(
                follower.handle(
                    state(place(2, 3), epoch: 3, beginnings: [begun]), at: Self.start) == [
                        read(after: place(1))
                    ])
            #expect(
                follower.handle(missed([next], at: place(2, 3)), at: Self.start)
                    == (behind == place(1) ? [.fold(next)] : [.reset]))
        }
    }

    @Test("S118 A batch that is done is folded before it is said to be, however that is heard")
    func done() {
        let second = entry(2, at: place(2))
        let written = LogFollower.Event.appended(.answered(.written(place(2), Self.stamp)))
        var follower = appending()
        #expect(follower.handle(written, at: Self.start) == [.fold(second), .done])
        #expect(follower.handle(told(second, behind: place(1)), at: Self.start) == [])

        follower = appending()
        _ = follower.handle(told(second, behind: place(1)), at: Self.start)
        #expect(!follower.isReady)
        #expect(follower.handle(written, at: Self.start) == [.done])
        #expect(follower.isReady)
    }

    @Test("S123 A long entry of its own is folded from what it knows")
    func long() {
        var follower = open()
        let own = change(2, entry: EngineLimits.toldEntry + 1)
        _ = follower.handle(.append([own]), at: Self.start)
        let short = EngineRecord(own, tellingAtMost: EngineLimits.toldEntry)
        let heard = EngineEntry(at: place(2), Self.stamp, .change(short))
        let whole = EngineEntry(at: place(2), Self.stamp, .change(EngineRecord(own)))
        #expect(follower.handle(told(heard, behind: place(1)), at: Self.start) == [.fold(whole)])
        // Of another's it reads what was not told.
        follower = open()
        #expect(
            follower.handle(told(heard, behind: place(1)), at: Self.start) == [
                read(after: place(1))
            ])
    }

    @Test("S118 S120 Whoever was overtaken folds that and works again, the fifth time with a turn")
    func overtaken() {
        var follower = open()
        for number in UInt64(1)...4 {
            let (head, next) = (place(number), place(number + 1))
            #expect(
                follower.handle(.append([change(9)]), at: Self.start) == [
                    asked(change(9), on: head)
                ])
            _ = follower.handle(
                told(entry(Int(number), at: next), behind: head), at: Self.start)
            #expect(
                follower.handle(.appended(.answered(.overtaken(next))), at: Self.start) == [
                    .workAgain
                ])
        }
        #expect(
            follower.handle(.append([change(9)]), at: Self.start) == [
                asked(change(9), on: place(5), wantsTurn: true)
            ])
        // Here it is not told before what has overtaken it.
        #expect(
            follower.handle(.appended(.answered(.overtaken(place(6)))), at: Self.start) == [
                read(after: place(5), in: [Names.buckets[0]])
            ])
        let sixth = entry(6, at: place(6))
        #expect(
            follower.handle(missed([sixth], at: place(6)), at: Self.start) == [
                .fold(sixth), .workAgain,
            ])
    }

    @Test("S113 A batch whose answer was lost was done if its first entry is at its place")
    func lost() {
        for isThere in [true, false] {
            var follower = appending()
            #expect(follower.handle(.appended(.lost), at: Self.start) == [])
            _ = follower.handle(.broken, at: Self.start)
            #expect(
                follower.handle(state(place(2)), at: Self.start) == [read(after: place(1))])
            let second = entry(isThere ? 2 : 7, at: place(2))
            #expect(
                follower.handle(missed([second], at: place(2)), at: Self.start) == [
                    .fold(second), isThere ? .done : .workAgain,
                ])
        }
        var follower = appending()
        _ = follower.handle(.appended(.lost), at: Self.start)
        _ = follower.handle(.broken, at: Self.start)
        #expect(follower.handle(state(place(1)), at: Self.start) == [.workAgain])
    }

    @Test(
        "S113 It was not, if another node has made something else of the same change",
        arguments: [true, false])
    func otherwiseByOthers(isVersion: Bool) {
        var follower = appending()
        _ = follower.handle(.appended(.lost), at: Self.start)
        _ = follower.handle(.broken, at: Self.start)
        _ = follower.handle(state(place(2)), at: Self.start)
        let other = isVersion ? change(2, becoming: .first.next) : change(2, entry: 3)
        let second = EngineEntry(at: place(2), Self.stamp, .change(EngineRecord(other)))
        #expect(
            follower.handle(missed([second], at: place(2)), at: Self.start) == [
                .fold(second), .workAgain,
            ])
    }

    @Test("S116 S120 What may be done later is asked again, unless somebody was faster")
    func later() {
        let busy = EngineOutcome.refused(RedisError(Array("BUSY x".utf8)))
        let turn = EngineOutcome.answered(.othersTurn(.milliseconds(100)))
        let then = Self.start + .milliseconds(100)
        for outcome in [busy, turn] {
            var follower = appending()
            #expect(follower.handle(.appended(outcome), at: Self.start) == [])
            #expect(follower.nextDeadline == then)
            #expect(follower.handle(.wake, at: then) == [asked(change(2), on: place(1))])
            _ = follower.handle(.appended(outcome), at: then)
            let other = entry(7, at: place(2))
            _ = follower.handle(told(other, behind: place(1)), at: then)
            #expect(
                follower.handle(.wake, at: then + .seconds(1)) == [.workAgain])
        }
    }

    @Test("What an engine says against a batch ends it")
    func refusals() {
        let lease = place(4)
        let rows: [(EngineOutcome, LogFollower.Effect)] = [
            (.answered(.held(lease)), .held(lease)),
            (.answered(.fenced), .dead),
            (.answered(.gone), .refused(.gone)),
            (.unreadable, .refused(.damaged)),
            (.refused(RedisError(Array("ALTERED x".utf8))), .refused(.damaged)),
            (.answered(.done), .refused(.damaged)),
        ]
        for (outcome, effect) in rows {
            var follower = appending()
            #expect(follower.handle(.appended(outcome), at: Self.start) == [effect])
            #expect(follower.isReady)
        }
        var follower = appending()
        #expect(
            follower.handle(.appended(.answered(.earlierEpoch(4))), at: Self.start) == [
                .workAgain, .reopen,
            ])
    }
}
