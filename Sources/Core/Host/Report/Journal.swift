import SimperiumClock

/// What is known of the server's life, for those who look after it.
struct Journal {
    var began = Instant.start
    var metrics = Metrics()
    var budget = LogBudget()
}
