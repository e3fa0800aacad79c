import Guests
import SimperiumClock
import Testing

@Suite("Restarts of a program")
struct RestartsTests {
    @Test("A program that can't start is not retried; others wait longer after each short run")
    func waits() {
        var restarts = RestartBackoff()
        for (end, isTried) in [
            (.refused, false), (.ended(after: .zero, hasBegun: false), true), (.refused, false),
            (.ended(after: .seconds(1), hasBegun: true), true), (.refused, true),
        ] as [(RestartBackoff.ProcessEnd, Bool)] {
            #expect((restarts.pauseBeforeRestart(after: end) != nil) == isTried, "\(end)")
        }

        var growing = RestartBackoff()
        let brief = RestartBackoff.ProcessEnd.ended(after: .seconds(59), hasBegun: true)
        let waits = (0..<12).compactMap { _ in growing.pauseBeforeRestart(after: brief) }
        #expect(waits == waits.sorted() && waits.first == .milliseconds(100))
        #expect(waits.last == .seconds(30))
        let first = growing.pauseBeforeRestart(after: .ended(after: .seconds(60), hasBegun: true))
        #expect(first == .milliseconds(100))
    }
}
