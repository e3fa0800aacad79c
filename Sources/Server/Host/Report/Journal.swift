import SimperiumClock

/// The records of a server's run, for its operators.
struct Journal {
    var began = Instant.start
    var metrics = Metrics()
    var gauges = Gauges()
    var store = StoreHealth()
    var budget: LogBudget
    /// True if most connections came from one address at some time, although no proxy is trusted.
    var isCrowded = false

    init(_ lines: LogLimits) {
        budget = LogBudget(lines)
    }
}
