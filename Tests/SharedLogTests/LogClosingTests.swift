import EngineSamples
import RedisWire
import SharedLog
import SimperiumWire
import Testing

@Suite("Logs of users who were deleted")
struct LogClosingTests {
    private let log = Names.logs[0]

    @Test("S246 With each renewal a node asks whose logs are to be closed, and for one at a time")
    func asks() {
        var closing = LogClosing()
        let find = [LogClosing.Effect.find(.closings(for: LogClosing.claim))]
        #expect(closing.handle(.renewed) == find)
        #expect(closing.handle(.renewed).isEmpty)
        for outcome in [EngineOutcome.lost, .unsent, .unreadable, .answered(.logs([]))] {
            #expect(closing.handle(.found(outcome)).isEmpty)
            #expect(closing.handle(.renewed) == find)
        }
        _ = closing.handle(.died)
        #expect(closing.handle(.renewed) == find)
    }

    @Test("S246 A log that is closed is struck off, and what is left in one is seen to")
    func closes() {
        var closing = LogClosing()
        _ = closing.handle(.renewed)
        let found = EngineOutcome.answered(.logs(Names.logs))
        #expect(closing.handle(.found(found)) == Names.logs.map { .close($0) })
        #expect(closing.handle(.closed(log, .answered(.done))) == [.strikeOff(.closed(log))])
        let owing = EngineAnswer.owing(Names.buckets)
        #expect(
            closing.handle(.closed(log, .answered(owing))) == [
                .clear(Names.buckets.map { log.bucket($0) })
            ])
        #expect(closing.handle(.closed(log, .answered(.owing([])))) == [.open(log)])
        #expect(closing.handle(.closed(log, .lost)).isEmpty)
    }
}
