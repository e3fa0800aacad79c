internal import SimperiumClock

/// The supervisor of a guest's connection. It detects an end that is dead, floods the door, reads
/// no output, or has no person.
///
/// It does no I/O. Order of calls: `countReceived`, `press`, `send` and `drain` as these happen;
/// `wake` at `nextDeadline`. `Guest` acts on the findings, and makes no call after `over`.
struct ConnectionMonitor: Hashable, Sendable {
    enum Finding: Hashable, Sendable {
        case askForLife
        /// Enough may come in again.
        case goOn
        /// The guest will be sent away soon for pressing no key.
        case warn
        case over(DepartureReason)
    }

    private let limits: ConnectionLimits
    private var bytes: RateLimit
    private var heldUntil: Instant?
    private var heardAt: Instant
    private var questions = 0
    private var sentAt: Instant?
    private var pressedAt: Instant
    private var isWarned = false
    /// True if the time without a key counts.
    var mustPress = false {
        didSet { if mustPress != oldValue { isWarned = false } }
    }

    init(_ limits: ConnectionLimits, at now: Instant) {
        self.limits = limits
        bytes = RateLimit(atOnce: limits.bytesAtOnce, perSecond: limits.bytesPerSecond)
        heardAt = now
        pressedAt = now
    }

    /// Records received bytes. Returns true if they are too many for now.
    mutating func countReceived(_ count: Int, at now: Instant) -> Bool {
        heardAt = now
        questions = 0
        // The bytes of one read were on their way before the door could hold them, however many
        // they are.
        heldUntil = bytes.chargeUse(min(count, 2 * limits.bytesAtOnce), at: now)
        return heldUntil != nil
    }

    mutating func press(at now: Instant) {
        pressedAt = now
        isWarned = false
    }

    mutating func recordSend(at now: Instant) {
        sentAt = sentAt ?? now
    }

    mutating func recordDrain() {
        sentAt = nil
    }

    /// True if the other end was alive just now.
    func isLively(at now: Instant) -> Bool { now - heardAt <= .seconds(9) }

    /// True if a sign of life was asked for, and none has come.
    var isInDoubt: Bool { questions > 0 }

    var nextDeadline: Instant {
        let silence = heldUntil ?? heardAt + limits.silence * (questions + 1)
        let stall = sentAt.map { $0 + limits.stall }
        return [silence, stall, idleDeadline].compactMap(\.self).min() ?? silence
    }

    private var idleDeadline: Instant? {
        guard mustPress else { return nil }
        return pressedAt + (isWarned ? limits.idle : limits.idle - limits.warning)
    }

    mutating func wake(at now: Instant) -> [Finding] {
        if let sentAt, now >= sentAt + limits.stall { return [.over(.stalled)] }
        var findings: [Finding] = []
        if let due = idleDeadline, now >= due {
            guard !isWarned else { return [.over(.idle)] }
            isWarned = true
            findings.append(.warn)
        }
        if let heldUntil {
            guard now >= heldUntil else { return findings }
            self.heldUntil = nil
            // While the connection was held, no bytes could arrive.
            heardAt = now
            findings.append(.goOn)
        } else if now >= heardAt + limits.silence * (questions + 1) {
            guard questions < limits.questions else { return [.over(.silent)] }
            questions += 1
            findings.append(.askForLife)
        }
        return findings
    }
}
