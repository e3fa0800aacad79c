import SimperiumClock

/// What is known of the server's life, for its operators.
struct Journal {
    var began = Instant.start
    var metrics = Metrics()
    var gauges = Gauges()
    var store = StoreHealth()
    var budget: LogBudget
    /// Whether most connections came from one address once, though no proxy is trusted.
    var isCrowded = false

    init(_ lines: LogLimits) {
        budget = LogBudget(lines)
    }
}
