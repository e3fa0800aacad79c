internal import CSimperiumUV
package import SimperiumClock

/// An alarm that rings once each time it is armed. It ends with the value that holds it.
@safe package struct Timer: ~Copyable {
    private let loop: Loop
    private let alarm: Alarm

    package init(on loop: Loop, _ ring: @escaping () -> Void) {
        loop.checkOpen()
        self.loop = loop
        alarm = Alarm(loop) { [unowned loop] in
            loop.isRinging = true
            ring()
            loop.isRinging = false
        }
    }

    deinit {
        loop.end(alarm)
    }

    /// Rings at `deadline`, or soon if that has passed; never early. Nil disarms.
    ///
    /// Arming again replaces the earlier deadline.
    package func arm(at deadline: Instant?) {
        guard let deadline else { return alarm.stop() }
        // A timer that is armed for the present while others ring would ring in the same round. A
        // timer that did so each time would keep the loop from everything else.
        let least: Int64 = loop.isRinging ? 1 : 0
        alarm.start(after: max(least, (deadline - loop.now).millisecondsRoundedUp))
    }

    package func arm(after wait: Duration) {
        arm(at: loop.now + wait)
    }

    package func disarm() {
        alarm.stop()
    }
}

/// The libuv handle of a `Timer`.
@safe private final class Alarm: Handle<Void> {
    init(_ loop: Loop, _ ring: @escaping () -> Void) {
        super.init(UV_TIMER, ring)
        unsafe uv_timer_init(loop.handle, timer)
        retainForLibuv()
    }

    func start(after milliseconds: Int64) {
        unsafe uv_timer_start(
            timer, { timer in unsafe Alarm.handle(behind: timer?.pointee.data)?.deliver(()) },
            UInt64(milliseconds), 0)
    }

    func stop() {
        unsafe uv_timer_stop(timer)
    }

    private var timer: UnsafeMutablePointer<uv_timer_t> { unsafe pointer(to: uv_timer_t.self) }
}
