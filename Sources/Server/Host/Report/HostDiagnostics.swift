import SimperiumClock
import SyncHub

/// The records of a server's run, for its operators.
struct HostDiagnostics {
    var began = Instant.start
    var metrics = Metrics()
    var gauges = ServerGauges()
    var store = StoreHealth()
    var budget: LogBudget
    /// True if most connections came from one address at some time, although no proxy is trusted.
    var isCrowded = false
    /// The numeric addresses of the open connections.
    var addresses: [ConnectionID: String] = [:]

    init(_ lines: LogLimits) {
        budget = LogBudget(lines)
    }
}
