import Play
import SimperiumClock
import Testing

@Suite("The pace of frames")
struct FramePaceTests {
    @Test("Constant changes are shown fifteen times a second, to the last; a key's at once")
    func pace() throws {
        var pace = FramePace()
        let moments = (0..<1_000).map { Instant.start + .milliseconds($0) }
        let shown = moments.filter { pace.allows(at: $0, isUrgent: false) }
        #expect(shown.count == 15)
        let isLastShown = pace.allows(at: try #require(pace.nextDeadline), isUrgent: false)
        #expect(isLastShown)
        #expect(pace.nextDeadline == nil)

        var urgent = FramePace()
        let allowed = [false, false, true].map { urgent.allows(at: .start, isUrgent: $0) }
        #expect(allowed == [true, false, true])
        #expect(urgent.nextDeadline == nil)
    }
}
