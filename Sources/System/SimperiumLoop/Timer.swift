internal import CSimperiumUV
package import SimperiumClock

/// A one-shot timer. At its deadline, it calls its closure, and then waits until it is armed again.
/// Destroying the value stops the timer.
@safe package struct Timer: ~Copyable {
    private let loop: Loop
    private let alarm: TimerHandle

    package init(on loop: Loop, _ ring: @escaping () -> Void) {
        loop.checkOpen()
        self.loop = loop
        alarm = TimerHandle(loop) { [unowned loop] in
            loop.isRinging = true
            ring()
            loop.isRinging = false
        }
    }

    deinit {
        loop.end(alarm)
    }

    /// Arms the timer. The closure is called at `deadline`, never earlier, or soon if the deadline
    /// has passed. Nil disarms the timer.
    ///
    /// Arming again replaces the earlier deadline.
    package func arm(at deadline: Instant?) {
        guard let deadline else { return alarm.stop() }
        // If a timer's closure arms a timer for now, libuv fires that timer in the same round. If
        // each closure did so, the loop could do nothing else.
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

@safe private final class TimerHandle: LibuvHandle<Void> {
    init(_ loop: Loop, _ ring: @escaping () -> Void) {
        super.init(UV_TIMER, ring)
        unsafe uv_timer_init(loop.handle, timer)
        retainForLibuv()
    }

    func start(after milliseconds: Int64) {
        unsafe uv_timer_start(
            timer, { timer in unsafe TimerHandle.handle(behind: timer?.pointee.data)?.deliver(()) },
            UInt64(milliseconds), 0)
    }

    func stop() {
        unsafe uv_timer_stop(timer)
    }

    private var timer: UnsafeMutablePointer<uv_timer_t> { unsafe pointer(to: uv_timer_t.self) }
}
