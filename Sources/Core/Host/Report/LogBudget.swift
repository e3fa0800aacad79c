import SimperiumClock

/// How many lines of the log there may be in a second, so that no peer can fill a disk with them.
struct LogBudget {
    private var second = Instant.start
    private var used = 0
    /// Lines that were left out, and of which the log does not tell yet.
    private var omitted = 0

    /// The lines that an entry leads to.
    mutating func admit(_ entry: LogEntry, at now: Instant, atMost limit: Int) -> [LogEntry] {
        if now - second >= .seconds(1) {
            second = now
            used = 0
        }
        guard used < limit || entry.level == .error else {
            omitted += 1
            return []
        }
        used += 1
        defer { omitted = 0 }
        let gap = LogEntry(linesOmitted: omitted)
        return omitted > 0 ? [gap, entry] : [entry]
    }
}
