import Glibc
import SimperiumLoop
import TestKit
import Testing

@Suite("Lifeline", .waits)
struct LifelineTests {
    @Test(
        "A child without a pulse is reported, unless the parent itself was suspended",
        arguments: [false, true])
    func parentStoodStill(hasPulse: Bool) throws {
        let loop = try Loop()
        var isStopped = false
        let lifeline = try ChildHeartbeatMonitor("word", timeout: .milliseconds(20), on: loop) {
            isStopped = true
            loop.stop()
        }
        let child = try #require(lifeline.childEnd)
        // The parent is suspended while the pulse comes.
        var byte: UInt8 = 0
        if hasPulse { _ = unsafe send(child.rawValue, &byte, 1, 0) }
        usleep(40_000)
        let end = Timer(on: loop) { loop.stop() }
        end.arm(after: .zero)
        loop.run()
        #expect(isStopped == !hasPulse)
    }

    @Test("If both were suspended, the child has time for a pulse, but only once")
    func bothStoodStill() throws {
        let loop = try Loop()
        var isStopped = false
        let lifeline = try ChildHeartbeatMonitor(
            "word", timeout: .milliseconds(20), lateTolerance: .milliseconds(5), on: loop
        ) {
            isStopped = true
            loop.stop()
        }
        let child = try #require(lifeline.childEnd)
        usleep(40_000)
        let end = Timer(on: loop) { loop.stop() }
        end.arm(after: .zero)
        loop.run()
        #expect(!isStopped && !lifeline.hasReceivedHeartbeat)

        var byte: UInt8 = 0
        _ = unsafe send(child.rawValue, &byte, 1, 0)
        // Nothing else ends this run. Checks may be late here, too, but not all of them.
        loop.run()
        #expect(isStopped && lifeline.hasReceivedHeartbeat)
    }

    @Test("A child is notified at once that its parent has gone, before its next heartbeat")
    func orphaned() throws {
        let loop = try Loop()
        var lifeline: ChildHeartbeatMonitor? = try ChildHeartbeatMonitor(
            "word", timeout: .seconds(60), on: loop
        ) {}
        let childEnd = try #require(lifeline?.childEnd)
        let child = Descriptor(rawValue: dup(childEnd.rawValue))
        defer { close(child.rawValue) }
        #expect(HeartbeatSender.parentMessage(on: child) == "word")
        lifeline?.closeChildEnd()
        var isOrphaned = false
        let pulse = try HeartbeatSender(on: child, loop) {
            isOrphaned = true
            loop.stop()
        }
        // The second heartbeat would come after a second. A program that another test starts may
        // hold a copy of the descriptor for a moment.
        var turns = 0
        var timer: Timer?
        timer = Timer(on: loop) {
            lifeline = nil
            turns += 1
            if turns == 500 { loop.stop() } else { timer?.arm(after: .milliseconds(1)) }
        }
        timer?.arm(after: .milliseconds(1))
        loop.run()
        #expect(isOrphaned)
        timer = nil
        _ = consume pulse
    }
}
