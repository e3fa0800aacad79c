import SimperiumClock

/// How many lines of the log there may be, so that no peer can fill a disk with them; beyond, they
/// are counted only. What is said again with nothing else between is counted, too.
struct LogBudget {
    private static let longestSilence = Duration.seconds(60)

    private let limits: LogLimits
    private var day: RateLimit
    private var second = Instant.start
    private var used = 0
    /// Lines that were left out, and of which the log does not tell yet.
    private var omitted = 0
    private var last: (entry: LogEntry, at: Instant)?
    /// How often the last entry has come since.
    private var repeats = 0

    init(_ limits: LogLimits) {
        self.limits = limits
        day = RateLimit(
            atOnce: limits.perDay / 4, pause: .seconds(86_400) / max(limits.perDay, 1))
    }

    /// The lines that an entry leads to.
    mutating func admit(_ entry: LogEntry, at now: Instant) -> [LogEntry] {
        if let last, last.entry == entry, now - last.at < Self.longestSilence {
            repeats += 1
            return []
        }
        guard hasRoom(at: now) || entry.level == .error else {
            omitted += 1
            return []
        }
        defer { (omitted, repeats, last) = (0, 0, (entry, now)) }
        let again = repeats > 0 ? [LogEntry(linesRepeated: repeats)] : []
        let gap = omitted > 0 ? [LogEntry(linesOmitted: omitted)] : []
        return again + gap + [entry]
    }

    private mutating func hasRoom(at now: Instant) -> Bool {
        if now - second >= .seconds(1) {
            second = now
            used = 0
        }
        guard used < limits.perSecond, day.allows(at: now) else { return false }
        used += 1
        return true
    }
}
