import Commands
import EventLoop
import Network

/// The server of this machine that nobody had to start: whoever needs it first does.
///
/// The starter opens the socket and leaves it to the server. So all can dial at once, long before
/// the server is there to answer; and of two starters one finds the place taken, and is content.
struct BackgroundServer {
    private let endpoint: Endpoint
    private let places: FilePlaces
    private let loop: Loop

    init(at endpoint: Endpoint, on loop: Loop) {
        self.endpoint = endpoint
        self.loop = loop
        places = FilePlaces(environment: ThisProcess.environment)
    }

    /// Starts a server unless somebody listens there already.
    func start() {
        guard let address = endpoint.socketAddress, let program = ThisProcess.program,
            // If the place is taken there is a server, or whatever is there has to be explained.
            let socket = try? Socket.listening(on: address)
        else { return }
        let log = places.stateFolder.flatMap { try? LogFile($0 + "/server.log") }
        let output = log.map { Program.Stream.sharing($0.descriptor) } ?? .null
        // Who can't write a log can't keep a store either.
        let words = log == nil ? ["background", "--store", "memory"] : ["background"]
        let server = Program(
            program, words, directory: "/",
            streams: [.null, output, output, .sharing(socket.descriptor)], isDetached: true)
        // If it fails nobody listens any more, and whoever dials is told so.
        _ = try? Child(server, on: loop) { _ in }
    }
}

extension Endpoint {
    /// Nil if it is no single address.
    var socketAddress: SocketAddress? {
        address.flatMap { SocketAddress(host: $0, port: port) }
    }
}
