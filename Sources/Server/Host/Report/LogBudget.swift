import SimperiumClock

/// The limits on log lines, so that no peer can fill a disk. Repetitions of the last line within a
/// minute are only counted, as are lines beyond the limits, except errors.
struct LogBudget {
    private static let longestSilence = Duration.seconds(60)

    private let limits: LogLimits
    private var day: RateLimiter
    private var second = Instant.start
    private var used = 0
    /// The number of omitted lines that the log does not mention yet.
    private var omitted = 0
    private var last: (entry: ServerLogEntry, at: Instant)?
    /// The number of repetitions of the last entry since it was written.
    private var repeats = 0

    init(_ limits: LogLimits) {
        self.limits = limits
        day = RateLimiter(
            atOnce: limits.perDay / 4, pause: .seconds(86_400) / max(limits.perDay, 1))
    }

    /// Returns the entries to write for an entry: none, or the counts of repeated and omitted
    /// lines, if any, and then the entry.
    mutating func admit(_ entry: ServerLogEntry, at now: Instant) -> [ServerLogEntry] {
        if let last, last.entry == entry, now - last.at < Self.longestSilence {
            repeats += 1
            return []
        }
        guard chargeLineIfAllowed(at: now) || entry.level == .error else {
            omitted += 1
            return []
        }
        defer { (omitted, repeats, last) = (0, 0, (entry, now)) }
        let again = repeats > 0 ? [ServerLogEntry(linesRepeated: repeats)] : []
        let gap = omitted > 0 ? [ServerLogEntry(linesOmitted: omitted)] : []
        return again + gap + [entry]
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
