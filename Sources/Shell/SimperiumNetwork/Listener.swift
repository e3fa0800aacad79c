package import SimperiumLoop

/// Takes in connections at one address.
package final class Listener {
    private let sockets: SocketListener
    private let connectionSet: ConnectionSet
    private let admission: Admission
    private let take: (TCPConnection) -> Void

    package var encryption: TLSContext?
    package var outboxLimit = 1 << 20
    /// Hears of each connection that was hung up on because there are too many.
    package var onTurnedAway: ((SocketAddress) -> Void)?
    /// Hears that there was no room for a connection, once for each pause.
    package var onNoRoom: ((LibraryError) -> Void)? {
        get { sockets.onNoRoom }
        set { sockets.onNoRoom = newValue }
    }

    /// Listens at `address`; at port 0, at whichever is free.
    package convenience init(
        at address: SocketAddress, on connectionSet: ConnectionSet, admission: Admission,
        _ take: @escaping (TCPConnection) -> Void
    ) throws(LibraryError) {
        let sockets = try SocketListener(at: address, on: connectionSet.loop)
        self.init(to: sockets, on: connectionSet, admission: admission, take)
    }

    /// Listens at a socket that another process opened and left to this one.
    package convenience init(
        adopting socket: Descriptor, on connectionSet: ConnectionSet, admission: Admission,
        _ take: @escaping (TCPConnection) -> Void
    ) throws(LibraryError) {
        let sockets = try SocketListener(adopting: socket, on: connectionSet.loop)
        self.init(to: sockets, on: connectionSet, admission: admission, take)
    }

    private init(
        to sockets: SocketListener, on connectionSet: ConnectionSet, admission: Admission,
        _ take: @escaping (TCPConnection) -> Void
    ) {
        self.sockets = sockets
        self.connectionSet = connectionSet
        self.admission = admission
        self.take = take
        sockets.onArrival = { [unowned self] socket, peer in admit(socket, from: peer) }
    }

    package var address: SocketAddress { sockets.address }

    /// A connection too many is hung up on at once, which costs least.
    private func admit(_ socket: Socket, from peer: SocketAddress) {
        guard let pass = admission.admit(peer, at: connectionSet.loop.now) else {
            onTurnedAway?(peer)
            return
        }
        do {
            let session = try encryption.map { context throws(TLSFault) in
                try TLSSession(serverOf: context)
            }
            let connection = try TCPConnection(
                socket, with: peer, on: connectionSet, tls: session, outboxLimit: outboxLimit)
            connection.pass = pass
            take(connection)
        } catch {
            onNoRoom?(LibraryError("network", "admit", reason: "\(error)"))
        }
    }
}
