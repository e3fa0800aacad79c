import Glibc
import SimperiumLoop
import Testing

@Suite("Lifeline")
struct LifelineTests {
    @Test(
        "A child without a pulse is told of; one whose parent stood still itself is not",
        arguments: [false, true])
    func parentStoodStill(hasPulse: Bool) throws {
        let loop = try Loop()
        var isStopped = false
        let lifeline = try Lifeline("word", patience: .milliseconds(20), on: loop) {
            isStopped = true
            loop.stop()
        }
        let child = try #require(lifeline.lowerEnd)
        // The parent stands still while the pulse comes.
        var byte: UInt8 = 0
        if hasPulse { _ = unsafe send(child.rawValue, &byte, 1, 0) }
        usleep(40_000)
        let end = Timer(on: loop) { loop.stop() }
        end.arm(after: .zero)
        loop.run()
        #expect(isStopped == !hasPulse)
    }
}
