package import EventLoop

/// Takes in connections at one address.
package final class Listener {
    /// Taking in too many at once would let those wait who are here already.
    private static let arrivalsPerTurn = 16
    /// How long nobody is taken in when descriptors have run out.
    private static let pause = Duration.milliseconds(100)
    private static let backlog: Int32 = 1_024

    package let address: SocketAddress
    private let socket: Socket
    private let switchboard: Switchboard
    private let admission: Admission
    private let take: (Connection) -> Void
    private var readiness: Readiness?
    private var rest: Timer?

    package var encryption: TLSContext?
    package var outboxLimit = 1 << 20
    /// Hears that there was no room for somebody, once for each pause.
    package var onNoRoom: ((LibraryError) -> Void)?

    /// Listens at `address`; at port 0, at whichever is free.
    package init(
        at address: SocketAddress, on switchboard: Switchboard, admission: Admission,
        _ take: @escaping (Connection) -> Void
    ) throws(LibraryError) {
        socket = try Socket.listening(on: address, backlog: Self.backlog)
        self.address = socket.localAddress ?? address
        self.switchboard = switchboard
        self.admission = admission
        self.take = take
        readiness = try Readiness(of: socket.descriptor, on: switchboard.loop) {
            [unowned self] _ in accept()
        }
        rest = Timer(on: switchboard.loop) { [unowned self] in
            readiness?.wait(for: .readable)
        }
        readiness?.wait(for: .readable)
    }

    private func accept() {
        for _ in 0..<Self.arrivalsPerTurn {
            switch socket.accept() {
            case .socket(let arrival, let peer): admit(arrival, from: peer)
            case .missed: continue
            case .nobody: return
            case .noRoom(let error):
                readiness?.wait(for: [])
                rest?.arm(after: Self.pause)
                onNoRoom?(error)
                return
            }
        }
    }

    /// Whoever is one too many is hung up on at once, which costs least.
    private func admit(_ socket: Socket, from peer: SocketAddress) {
        guard let pass = admission.admit(peer) else { return }
        do {
            let session = try encryption.map { context throws(TLSFault) in
                try TLSSession(serverOf: context)
            }
            let connection = try Connection(
                socket, with: peer, on: switchboard, tls: session, outboxLimit: outboxLimit)
            connection.pass = pass
            take(connection)
        } catch {
            onNoRoom?(LibraryError("network", "admit", reason: "\(error)"))
        }
    }
}
