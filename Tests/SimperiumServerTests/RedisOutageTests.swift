import SimperiumClock
import SimperiumServer
import Testing

@Suite("A failure of Redis in the log")
struct RedisOutageTests {
    @Test("It ends once, with a call that was sent after the line about it and was answered")
    func end() {
        var outage = RedisOutage()
        func ends(_ second: Int?) -> Bool {
            outage.endsWithRenewal(at: second.map { Instant.start + .seconds($0) })
        }
        #expect(!ends(1))
        outage.recordLogged(at: .start + .seconds(3))
        #expect(!ends(1))
        // A server that gave up its entry has no renewal.
        #expect(!ends(nil))
        #expect(ends(9))
        #expect(!ends(10))
    }
}
