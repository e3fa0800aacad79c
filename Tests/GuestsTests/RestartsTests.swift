import Guests
import SimperiumClock
import Testing

@Suite("What is started once more")
struct RestartsTests {
    @Test("What can't begin at all is not tried again, and what has begun once is")
    func refused() {
        var restarts = Restarts()
        #expect(restarts.wait(after: .refused) == nil)
        #expect(restarts.wait(after: .ended(after: .zero, hasBegun: false)) != nil, "a crash")
        #expect(restarts.wait(after: .refused) == nil)
        #expect(restarts.wait(after: .ended(after: .seconds(1), hasBegun: true)) != nil)
        #expect(restarts.wait(after: .refused) != nil)
    }

    @Test("The wait grows with each short life, and a long one is as good as the first")
    func growing() throws {
        var restarts = Restarts()
        let brief = Restarts.End.ended(after: .seconds(59), hasBegun: true)
        let waits = (0..<12).compactMap { _ in restarts.wait(after: brief) }
        #expect(waits == waits.sorted() && waits.first == .milliseconds(100))
        #expect(waits.last == .seconds(30))
        let first = restarts.wait(after: .ended(after: .seconds(60), hasBegun: true))
        #expect(first == .milliseconds(100))
    }
}
