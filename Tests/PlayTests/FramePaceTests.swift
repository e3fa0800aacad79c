import Play
import SimperiumClock
import Testing

@Suite("The pace of frames")
struct FramePaceTests {
    @Test("What changes all the time is shown fifteen times a second, and to the last")
    func steady() throws {
        var pace = FramePace()
        let moments = (0..<1_000).map { Instant.start + .milliseconds($0) }
        let shown = moments.filter { pace.allows(at: $0, isUrgent: false) }
        #expect(shown.count == 15)
        let isLastShown = pace.allows(at: try #require(pace.nextDeadline), isUrgent: false)
        #expect(isLastShown)
        #expect(pace.nextDeadline == nil)
    }

    @Test("What a key did waits for nothing")
    func urgent() {
        var pace = FramePace()
        let allowed = [false, false, true].map { pace.allows(at: .start, isUrgent: $0) }
        #expect(allowed == [true, false, true])
        #expect(pace.nextDeadline == nil)
    }
}
