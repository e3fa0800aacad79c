import SimperiumClock

/// The limits on log lines, so that no peer can fill a disk. Repetitions of the last line within a
/// minute are only counted, as are lines beyond the limits, except errors.
struct LogBudget {
    private static let longestSilence = Duration.seconds(60)
    /// The time from the first repetition until the count is written.
    private static let countDelay = Duration.seconds(10)

    private let limits: LogLimits
    private var day: RateLimiter
    private var second = Instant.start
    private var used = 0
    /// The number of omitted lines that the log does not mention yet.
    private var omitted = 0
    private var last: (entry: ServerLogEntry, at: Instant)?
    /// The number of repetitions of the last entry since it was written.
    private var repeats = 0
    /// The time to write the count of repetitions; nil if there are none.
    private(set) var countDueAt: Instant?

    init(_ limits: LogLimits) {
        self.limits = limits
        day = RateLimiter(
            atOnce: limits.perDay / 4, pause: .seconds(86_400) / max(limits.perDay, 1))
    }

    /// Returns the entries to write for an entry: none, or the repeated entry and the counts of
    /// omitted lines, if any, and then the entry.
    mutating func admit(_ entry: ServerLogEntry, at now: Instant) -> [ServerLogEntry] {
        if let last, last.entry == entry, now - last.at < Self.longestSilence {
            repeats += 1
            countDueAt = countDueAt ?? now + Self.countDelay
            return []
        }
        guard chargeLineIfAllowed(at: now) || entry.level == .error else {
            omitted += 1
            return []
        }
        let again = takeRepetitions()
        let gap = omitted > 0 ? [ServerLogEntry(linesOmitted: omitted)] : []
        (omitted, last) = (0, (entry, now))
        return again + gap + [entry]
    }

    /// Returns the last entry with the count of its repetitions; empty if there are none. Later
    /// repetitions count from one.
    mutating func takeRepetitions() -> [ServerLogEntry] {
        guard let entry = last?.entry, repeats > 0 else { return [] }
        let counted = ServerLogEntry(repeating: entry, times: repeats)
        (repeats, countDueAt) = (0, nil)
        return [counted]
    }

    /// Returns the last entry with the count of its repetitions once the count is due; otherwise
    /// empty.
    mutating func takeDueRepetitions(at now: Instant) -> [ServerLogEntry] {
        guard let countDueAt, countDueAt <= now else { return [] }
        return takeRepetitions()
    }

    private mutating func chargeLineIfAllowed(at now: Instant) -> Bool {
        if now - second >= .seconds(1) {
            second = now
            used = 0
        }
        guard used < limits.perSecond, day.chargeIfAllowed(at: now) else { return false }
        used += 1
        return true
    }
}
