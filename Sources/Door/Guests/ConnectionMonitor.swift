internal import SimperiumClock

/// Watches over one guest's line: whether it lives, whether too much comes over it, whether what
/// was sent has left, and whether anybody sits at the other end.
struct ConnectionMonitor: Hashable, Sendable {
    enum Finding: Hashable, Sendable {
        case askForLife
        /// Enough may come in again.
        case goOn
        /// The guest will be sent away soon for pressing no key.
        case warn
        case over(Departure)
    }

    private let limits: ConnectionLimits
    private var bytes: RateLimit
    private var heldUntil: Instant?
    private var heardAt: Instant
    private var questions = 0
    private var sentAt: Instant?
    private var pressedAt: Instant
    private var isWarned = false
    /// Whether it counts that no key is pressed.
    var mustPress = false {
        didSet { if mustPress != oldValue { isWarned = false } }
    }

    init(_ limits: ConnectionLimits, at now: Instant) {
        self.limits = limits
        bytes = RateLimit(atOnce: limits.bytesAtOnce, perSecond: limits.bytesPerSecond)
        heardAt = now
        pressedAt = now
    }

    /// Takes in that so much has come, and says whether that was too much for now.
    mutating func hear(_ count: Int, at now: Instant) -> Bool {
        heardAt = now
        questions = 0
        // What came in one read was on its way before anything could be held, however much it is.
        heldUntil = bytes.use(min(count, 2 * limits.bytesAtOnce), at: now)
        return heldUntil != nil
    }

    mutating func press(at now: Instant) {
        pressedAt = now
        isWarned = false
    }

    mutating func send(at now: Instant) {
        sentAt = sentAt ?? now
    }

    mutating func drain() {
        sentAt = nil
    }

    /// Whether somebody was at the other end just now.
    func isLively(at now: Instant) -> Bool { now - heardAt <= .seconds(9) }

    /// Whether a sign of life was asked for, and none came so far.
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
            // While it was held, nobody could be heard.
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
