internal import SimperiumClock

/// The monitor of a guest's connection. It detects that the other end is dead, sends too much,
/// reads no output, or is idle.
///
/// The monitor does no I/O. Call `needsReadingPauseAfterReceiving`, `recordKeyPress`, `recordSend`
/// and `recordDrain` when these events happen, and `wake` at `nextDeadline`. `Guest` performs the
/// actions, and makes no call after `disconnect`.
struct ConnectionMonitor: Hashable, Sendable {
    enum RequiredAction: Hashable, Sendable {
        case sendKeepalive
        /// Reading may resume.
        case resumeReading
        /// The guest will soon be disconnected for idleness.
        case warnOfIdleness
        case disconnect(DepartureReason)
    }

    private let limits: GuestConnectionLimits
    private var bytes: RateLimiter
    private var readingResumesAt: Instant?
    private var heardAt: Instant
    private var unansweredProbes = 0
    private var sentAt: Instant?
    private var pressedAt: Instant
    private var isWarned = false
    /// True if the idle limit applies.
    var hasIdleLimit = false {
        didSet { if hasIdleLimit != oldValue { isWarned = false } }
    }

    init(_ limits: GuestConnectionLimits, at now: Instant) {
        self.limits = limits
        bytes = RateLimiter(atOnce: limits.bytesAtOnce, perSecond: limits.bytesPerSecond)
        heardAt = now
        pressedAt = now
    }

    /// Counts received bytes. Returns true if reading must stop for now.
    mutating func needsReadingPauseAfterReceiving(_ count: Int, at now: Instant) -> Bool {
        heardAt = now
        unansweredProbes = 0
        // A single read may exceed the limit, because its bytes were sent before the door could
        // stop reading. So only a part of them counts.
        readingResumesAt = bytes.chargeReportingExcess(min(count, 2 * limits.bytesAtOnce), at: now)
        return readingResumesAt != nil
    }

    mutating func recordKeyPress(at now: Instant) {
        pressedAt = now
        isWarned = false
    }

    mutating func recordSend(at now: Instant) {
        sentAt = sentAt ?? now
    }

    mutating func recordDrain() {
        sentAt = nil
    }

    /// Returns true if bytes arrived, or reading resumed, within the last nine seconds.
    func hasReceivedBytesRecently(at now: Instant) -> Bool { now - heardAt <= .seconds(9) }

    /// True if the other end was probed, and has sent nothing since.
    var hasUnansweredProbe: Bool { unansweredProbes > 0 }

    var nextDeadline: Instant {
        let silence = readingResumesAt ?? heardAt + limits.silence * (unansweredProbes + 1)
        let stall = sentAt.map { $0 + limits.stall }
        return [silence, stall, idleDeadline].compactMap(\.self).min() ?? silence
    }

    private var idleDeadline: Instant? {
        guard hasIdleLimit else { return nil }
        return pressedAt + (isWarned ? limits.idle : limits.idle - limits.warning)
    }

    mutating func wake(at now: Instant) -> [RequiredAction] {
        if let sentAt, now >= sentAt + limits.stall { return [.disconnect(.stalled)] }
        var actions: [RequiredAction] = []
        if let due = idleDeadline, now >= due {
            guard !isWarned else { return [.disconnect(.idle)] }
            isWarned = true
            actions.append(.warnOfIdleness)
        }
        if let readingResumesAt {
            guard now >= readingResumesAt else { return actions }
            self.readingResumesAt = nil
            // No bytes could arrive while reading was stopped.
            heardAt = now
            actions.append(.resumeReading)
        } else if now >= heardAt + limits.silence * (unansweredProbes + 1) {
            guard unansweredProbes < limits.questions else { return [.disconnect(.silent)] }
            unansweredProbes += 1
            actions.append(.sendKeepalive)
        }
        return actions
    }
}
