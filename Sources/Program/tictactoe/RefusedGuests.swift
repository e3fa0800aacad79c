import FrontDoor
import SimperiumClock
import SimperiumLoop
import SimperiumNetwork

/// Those who were not let in, for as long as they may take to read why.
final class RefusedGuests {
    private static let patience = Duration.seconds(1)
    private static let most = 64

    private let loop: Loop
    private var sockets: [(socket: Socket, until: Instant)] = []
    private var alarm: Timer?

    init(on loop: Loop) {
        self.loop = loop
        alarm = Timer(on: loop) { [unowned self] in release() }
    }

    /// Says why a guest can't come in, at the least cost, and closes when they have read it.
    func dismiss(_ socket: Socket, _ sentence: String) {
        guard sockets.count < Self.most else { return }
        socket.sendAtOnce(Dismissal.bytes(sentence))
        socket.finishWriting()
        sockets.append((socket, loop.now + Self.patience))
        if sockets.count == 1 { alarm?.arm(at: sockets[0].until) }
    }

    private func release() {
        sockets.removeAll { $0.until <= loop.now }
        alarm?.arm(at: sockets.first?.until)
    }
}
