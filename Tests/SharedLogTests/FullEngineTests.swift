import EngineSamples
import RedisWire
import SharedLog
import SimperiumClock
import SimperiumWire
import SyncHub
import Testing

@Suite("An engine without room")
struct FullEngineTests {
    private static let insertion =
        #"0:c:{"id":"b.1","o":"M","v":{"b":{"o":"+","v":2}},"ccid":"mine"}"#
    private static let second = #"0:c:{"id":"c@d","o":"M","v":{"b":{"o":"+","v":2}},"ccid":"next"}"#
    private static let removal = #"0:c:{"id":"a","o":"-","ccid":"gone"}"#

    /// One in which the first insertion finds no room.
    private func full() -> SharedHub {
        var hub = SharedHub(told: Self.insertion)
        _ = hub.takeFrames()
        hub.answer(.full)
        return hub
    }

    private func written(_ hub: SharedHub) -> [ObjectKey] {
        guard case .append(let batch)? = hub.questions.first?.1 else { return [] }
        return batch.writes.compactMap {
            if case .append(let change, _, _, _, _) = $0 { change.key } else { nil }
        }
    }

    @Test(
        "S180 What reads and what makes room goes past what waits for room, of which nobody hears")
    func overtaking() {
        var hub = full()
        #expect(hub.questions.isEmpty)
        hub.say(Self.second)
        hub.say("0:i:1:::9")
        hub.answer { $0.isAppend }
        let frames = hub.takeFrames()
        #expect(frames.count == 1 && frames.first?.hasPrefix("0:i:") == true)
        hub.say(Self.removal)
        hub.answer { $0.isAppend }
        #expect(written(hub) == [Names.keys[0]])
        hub.answer(.appended(Stamp(milliseconds: 7)))
        #expect(hub.takeFrames().map { $0.contains("\"gone\"") } == [true])
        // In their order, as soon as it is looked for again.
        hub.now = .start + .milliseconds(100)
        hub.handle(.wake)
        hub.answer { $0.isAppend }
        #expect(written(hub) == [Names.keys[1]])
        hub.answer(.appended(Stamp(milliseconds: 8)))
        hub.answer { $0.isAppend }
        #expect(written(hub) == [Names.keys[2]])
        hub.answer(.appended(Stamp(milliseconds: 9)))
        #expect(hub.takeFrames().count == 2)
        #expect(hub.closed == 0)
    }

    @Test(
        "S180 Room is looked for after 0.1 s, and every 2 s in the end; after 10 s who waits leaves"
    )
    func patience() {
        var hub = full()
        var times: [Duration] = []
        while hub.closed == 0, times.count < 100, let next = hub.hub.nextDeadline {
            hub.now = next
            hub.handle(.wake)
            hub.answer { $0.isAppend }
            guard !hub.questions.isEmpty else { continue }
            times.append(next - .start)
            hub.answer(.full)
        }
        #expect(hub.now == .start + .seconds(10))
        #expect(times.first == .milliseconds(100))
        #expect(zip(times, times.dropFirst()).allSatisfy { $1 - $0 <= .seconds(2) })
        #expect((6...10).contains(times.count))
        #expect(hub.takeFrames().isEmpty)
        // Nothing is left of what was not done.
        hub.now = .start + .seconds(60)
        hub.handle(.wake)
        #expect(hub.questions.isEmpty)
    }

    @Test("S180 It is said once a minute that there is no room")
    func note() {
        let incarnation = Incarnation(rawValue: 5)
        let bucket = Names.logs[0].bucket(Names.buckets[0])
        var logs = NodeLogs<Int>(of: incarnation, epoch: 1, grace: .seconds(1))
        let state = EngineLog(
            head: .zero, epoch: 1, now: Stamp(milliseconds: 1), buckets: [], leases: [],
            beginnings: [])
        _ = logs.handle(.asked(1, .bucket(bucket)), at: .start)
        for (number, answer) in [EngineAnswer.done, .done, .opened(state)].enumerated() {
            _ = logs.handle(.settled(UInt64(number) + 1, .answered(answer)), at: .start)
        }
        let owner = EntityOwner(
            lease: Ordinal(epoch: 5, count: 1), clientID: Names.clients[0], secret: nil)
        let wish = StoreQuery.lease(.begin(owner), in: bucket)
        let refusal = EngineOutcome.refused(RedisError(Array("OOM no memory".utf8)))
        for (asker, seconds, isSaid) in [(7, 0, true), (8, 59, false), (9, 60, true)] {
            let now = Instant.start + .seconds(seconds)
            let asked = logs.handle(.asked(asker, wish), at: now)
            guard case .ask(let number, .lease)? = asked.first else {
                Issue.record("\(asked)")
                return
            }
            let effects = logs.handle(.settled(number, refusal), at: now)
            #expect(effects == [.answer(asker, .full)] + (isSaid ? [.full] : []))
        }
    }
}
