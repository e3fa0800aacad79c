import SimperiumClock

/// What is known of the server's life, for its operators.
struct Journal {
    var began = Instant.start
    var metrics = Metrics()
    var gauges = Gauges()
    var budget = LogBudget()
}
