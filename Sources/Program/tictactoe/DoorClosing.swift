import SimperiumClock
import SimperiumLoop

/// The end of a door, which is told once: when all guests have left, or have had long enough.
final class DoorClosing {
    /// How long those who leave may take when the door closes.
    private static let patience = Duration.seconds(3)

    private var closed: (() -> Void)?
    private var lastCall: Timer?

    init(on loop: Loop, _ closed: @escaping () -> Void) {
        self.closed = closed
        lastCall = Timer(on: loop) { [unowned self] in end() }
    }

    /// Waits for those who are still here, or a moment for what the door itself has to say.
    func wait(hasGuests: Bool) {
        lastCall?.arm(after: hasGuests ? Self.patience : .milliseconds(100))
    }

    func end() {
        closed.take()?()
    }
}
