import SimperiumClock
import SimperiumLoop

/// When a server ends: a little after it was told to, or when no client has needed it for its time.
final class ClosingTime {
    /// How long clients that are leaving may take when the server stops.
    private static let patience = Duration.seconds(4)
    /// A client that only has a look every minute needs no server.
    private static let shortestStay = Duration.seconds(2)

    private let loop: Loop
    /// How long there may be no client; nil for ever.
    private let idleLimit: Duration?
    private var timer: Timer?
    private(set) var isStopping = false
    private var isLonely = false
    /// Since when there has been a client.
    private var companySince: Instant?
    /// When no client will have needed the server for its time.
    private var idleDeadline: Instant?
    /// Hears once that all clients have left.
    var onStopped: () -> Void = {}

    init(after idleLimit: Duration?, on loop: Loop, _ end: @escaping () -> Void) {
        self.loop = loop
        self.idleLimit = idleLimit
        timer = Timer(on: loop, end)
    }

    /// Begins to wait until all have left, or long enough.
    func beginStopping() {
        isStopping = true
        timer?.arm(after: Self.patience)
    }

    /// Takes note of whether there is a client. True if the server is to end now.
    func notice(isLonely: Bool) -> Bool {
        guard !isStopping else { return isLonely }
        guard isLonely != self.isLonely, let idleLimit else { return false }
        self.isLonely = isLonely
        if isLonely {
            countDown(from: idleLimit)
        } else {
            companySince = loop.now
            timer?.disarm()
        }
        return false
    }

    /// Goes on with an earlier countdown if a client only had a look.
    private func countDown(from limit: Duration) {
        let wasGlance = companySince.map { loop.now - $0 < Self.shortestStay } ?? false
        if !wasGlance { idleDeadline = nil }
        let deadline = idleDeadline ?? loop.now + limit
        idleDeadline = deadline
        timer?.arm(at: deadline)
    }

    /// Tells that all clients have left.
    func end() {
        isStopping = true
        let tell = onStopped
        onStopped = {}
        tell()
    }
}
