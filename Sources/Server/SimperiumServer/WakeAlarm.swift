import SimperiumClock
import SimperiumLoop

/// The timer of the host's deadline. It is armed only when the deadline changes.
final class WakeAlarm {
    private var timer: Timer?
    private(set) var deadline: Instant?

    init(on loop: Loop, _ onDeadline: @escaping () -> Void) {
        timer = Timer(on: loop) { [unowned self] in
            deadline = nil
            onDeadline()
        }
    }

    func set(_ deadline: Instant?) {
        guard deadline != self.deadline else { return }
        self.deadline = deadline
        timer?.arm(at: deadline)
    }
}
