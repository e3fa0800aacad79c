import SimperiumClock
import SyncHub

/// The measurements and the log state of a host, for operators.
struct HostDiagnostics {
    var began = Instant.start
    var metrics = Metrics()
    var store = StoreHealth()
    var budget: LogBudget
    /// True once most connections have come from one address, although no proxy is trusted.
    var isCrowded = false
    /// The numeric addresses of the open connections.
    var addresses: [ConnectionID: String] = [:]

    init(_ lines: LogLimits) {
        budget = LogBudget(lines)
    }
}
