package import SimperiumLoop

/// Takes in connections at one address as bare sockets: what is spoken on them is another's matter.
package final class SocketListener {
    /// Taking in too many at once would let those wait who are here already.
    private static let arrivalsPerTurn = 16
    /// How long none is taken in when descriptors have run out.
    private static let pause = Duration.milliseconds(100)

    package let address: SocketAddress
    private let socket: Socket
    private var readiness: Readiness?
    private var rest: Timer?

    package var onArrival: ((Socket, SocketAddress) -> Void)?
    /// Hears that there was no room for a connection, once for each pause.
    package var onNoRoom: ((LibraryError) -> Void)?

    /// Listens at `address`; at port 0, at whichever is free.
    package convenience init(at address: SocketAddress, on loop: Loop) throws(LibraryError) {
        try self.init(of: try Socket.listening(on: address), on: loop)
    }

    /// Listens at a socket that another process opened and left to this one.
    package convenience init(adopting socket: Descriptor, on loop: Loop) throws(LibraryError) {
        try self.init(of: try Socket(adopting: socket), on: loop)
    }

    private init(of socket: Socket, on loop: Loop) throws(LibraryError) {
        guard let address = socket.localAddress else { throw Socket.error("getsockname") }
        self.socket = socket
        self.address = address
        readiness = try Readiness(of: socket.descriptor, on: loop) { [unowned self] _ in accept() }
        rest = Timer(on: loop) { [unowned self] in readiness?.wait(for: .readable) }
        readiness?.wait(for: .readable)
    }

    private func accept() {
        for _ in 0..<Self.arrivalsPerTurn {
            switch socket.accept() {
            case .socket(let arrival, let peer): onArrival?(arrival, peer)
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
}
