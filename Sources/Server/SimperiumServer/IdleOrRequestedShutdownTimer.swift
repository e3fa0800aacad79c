import SimperiumClock
import SimperiumLoop

/// The timer that stops a server. After a request to stop, the server ends as soon as all clients
/// have left, or after `timeout`. Without a request, it ends after the idle timeout without
/// clients.
final class IdleOrRequestedShutdownTimer {
    /// The time that clients have to leave when the server stops.
    private static let timeout = Duration.seconds(4)
    /// The minimum duration of a connection that restarts the idle timeout. A client that connects
    /// briefly every minute does not keep the server running.
    private static let shortestStay = Duration.seconds(2)

    private let loop: Loop
    private let idleLimit: Duration?
    private let end: () -> Void
    private var timer: Timer?
    private(set) var isStopping = false
    private var hasNoClients = false
    /// The start of the present or last period with clients; nil before the first client.
    private var clientsSince: Instant?
    private var idleDeadline: Instant?
    var onStopped: () -> Void = {}

    init(after idleLimit: Duration?, on loop: Loop, _ end: @escaping () -> Void) {
        self.loop = loop
        self.idleLimit = idleLimit
        self.end = end
        timer = Timer(on: loop, end)
    }

    /// Starts to wait until all clients have left, for at most `timeout`.
    func beginStopping() {
        isStopping = true
        timer?.arm(after: Self.timeout)
    }

    /// Starts or stops the idle timeout when clients leave or arrive. Ends a stopping server
    /// without clients.
    func update(hasNoClients: Bool) {
        if isStopping {
            if hasNoClients { end() }
            return
        }
        guard hasNoClients != self.hasNoClients, let idleLimit else { return }
        self.hasNoClients = hasNoClients
        if hasNoClients {
            startIdleTimeout(of: idleLimit)
        } else {
            clientsSince = loop.now
            timer?.disarm()
        }
    }

    /// Starts the idle timeout. After a connection shorter than `shortestStay`, the earlier timeout
    /// continues.
    private func startIdleTimeout(of limit: Duration) {
        let wasBrief = clientsSince.map { loop.now - $0 < Self.shortestStay } ?? false
        if !wasBrief { idleDeadline = nil }
        let deadline = idleDeadline ?? loop.now + limit
        idleDeadline = deadline
        timer?.arm(at: deadline)
    }

    func reportStopped() {
        isStopping = true
        exchange(&onStopped, with: {})()
    }
}
