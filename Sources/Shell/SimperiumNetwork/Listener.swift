package import SimperiumLoop

/// Takes in connections at one address.
package final class Listener {
    private let arrivals: Arrivals
    private let switchboard: Switchboard
    private let admission: Admission
    private let take: (Connection) -> Void

    package var encryption: TLSContext?
    package var outboxLimit = 1 << 20
    /// Hears that there was no room for somebody, once for each pause.
    package var onNoRoom: ((LibraryError) -> Void)? {
        get { arrivals.onNoRoom }
        set { arrivals.onNoRoom = newValue }
    }

    /// Listens at `address`; at port 0, at whichever is free.
    package convenience init(
        at address: SocketAddress, on switchboard: Switchboard, admission: Admission,
        _ take: @escaping (Connection) -> Void
    ) throws(LibraryError) {
        let arrivals = try Arrivals(at: address, on: switchboard.loop)
        self.init(to: arrivals, on: switchboard, admission: admission, take)
    }

    /// Listens at a socket that another process opened and left to this one.
    package convenience init(
        adopting socket: Descriptor, on switchboard: Switchboard, admission: Admission,
        _ take: @escaping (Connection) -> Void
    ) throws(LibraryError) {
        let arrivals = try Arrivals(adopting: socket, on: switchboard.loop)
        self.init(to: arrivals, on: switchboard, admission: admission, take)
    }

    private init(
        to arrivals: Arrivals, on switchboard: Switchboard, admission: Admission,
        _ take: @escaping (Connection) -> Void
    ) {
        self.arrivals = arrivals
        self.switchboard = switchboard
        self.admission = admission
        self.take = take
        arrivals.onArrival = { [unowned self] socket, peer in admit(socket, from: peer) }
    }

    package var address: SocketAddress { arrivals.address }

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
