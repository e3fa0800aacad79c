import SharedLog
import SimperiumClock
import SimperiumWire
import Testing

@Suite("Tokens revoked at other nodes")
struct RevocationsTests {
    private let start = Instant.start
    private let digest = SecretDigest(bytes: [UInt8](repeating: 7, count: 32))

    private func answer(_ digests: [SecretDigest], _ place: String) -> Revocations.Event {
        .answered(.answered(.revoked(digests, upTo: place)))
    }

    @Test(
        "S139 The end of the list is asked for as a life begins, and what came behind it later on")
    func goesOn() {
        var revocations = Revocations()
        #expect(revocations.nextDeadline == nil)
        #expect(revocations.handle(.begun, at: start) == [.ask(.revocations(after: nil))])
        #expect(revocations.handle(.wake, at: start + .seconds(9)).isEmpty)
        #expect(revocations.handle(answer([], "5-1"), at: start).isEmpty)
        #expect(revocations.nextDeadline == start + Revocations.pace)
        #expect(revocations.handle(.wake, at: start).isEmpty)
        let next = start + Revocations.pace
        #expect(revocations.handle(.wake, at: next) == [.ask(.revocations(after: "5-1"))])
        #expect(
            revocations.handle(answer([digest], "7-0"), at: next) == [.revoked([digest])])
        let later = next + Revocations.pace
        #expect(revocations.handle(.wake, at: later) == [.ask(.revocations(after: "7-0"))])
    }

    @Test("S139 What was not answered is asked once more, from the same place")
    func lost() {
        var revocations = Revocations()
        _ = revocations.handle(.begun, at: start)
        _ = revocations.handle(answer([], "5-1"), at: start)
        for outcome in [EngineOutcome.lost, .unsent, .unreadable] {
            let due = revocations.nextDeadline ?? start
            #expect(revocations.handle(.wake, at: due) == [.ask(.revocations(after: "5-1"))])
            #expect(revocations.handle(.answered(outcome), at: due).isEmpty)
            #expect(revocations.nextDeadline == due + Revocations.pace)
        }
    }

    @Test("S139 A full answer is followed by the next at once")
    func full() {
        var revocations = Revocations()
        _ = revocations.handle(.begun, at: start)
        let many = Array(repeating: digest, count: EngineLimits.revocations)
        #expect(revocations.handle(answer(many, "9-9"), at: start) == [.revoked(many)])
        #expect(revocations.nextDeadline == start)
    }

    @Test("S139 A life that is over hears of no tokens, and the next one begins anew")
    func dies() {
        var revocations = Revocations()
        _ = revocations.handle(.begun, at: start)
        #expect(revocations.handle(.died, at: start).isEmpty)
        #expect(revocations.handle(answer([digest], "5-1"), at: start).isEmpty)
        #expect(revocations.nextDeadline == nil)
        #expect(revocations.handle(.begun, at: start) == [.ask(.revocations(after: nil))])
    }
}
