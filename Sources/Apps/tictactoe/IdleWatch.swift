import Clockwork
import EventLoop
import SimperiumServer

/// Ends a server that nobody has needed for some time.
final class IdleWatch {
    private let server: Server
    private let limit: Duration
    private let loop: Loop
    private var alarm: Timer?

    init(over server: Server, limit: Duration, on loop: Loop) {
        self.server = server
        self.limit = limit
        self.loop = loop
        alarm = Timer(on: loop) { [unowned self] in look() }
        look()
    }

    /// Looks again when the limit may be reached, and not before.
    private func look() {
        let end = (server.emptySince ?? loop.now) + limit
        guard end <= loop.now else {
            alarm?.arm(at: end)
            return
        }
        Descriptor.standardOutput.say(
            "tictactoe: nobody was here for \(limit), so the server leaves")
        server.stop { self.loop.stop() }
    }
}
