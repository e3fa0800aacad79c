import Commands
import EventLoop
import Network
import SimperiumServer

/// `tictactoe serve`: runs a server until it is told to stop.
struct ServeCommand {
    enum Failure: Error, CustomStringConvertible {
        case badAddress(Endpoint)

        var description: String {
            switch self {
            case .badAddress(let endpoint): "\(endpoint) is no address of a machine"
            }
        }
    }

    /// Where the socket is that was left to a server in the background.
    static let inheritedSocket = Descriptor(rawValue: 3)

    private var settings: ServerSettings
    private let idleLimit: Duration?

    init(_ options: ServeOptions) throws(Failure) {
        idleLimit = options.idleLimit
        guard options.purpose != .runInBackground else {
            settings = ServerSettings(addresses: [])
            settings.sockets = [Self.inheritedSocket]
            return
        }
        var addresses: [SocketAddress] = []
        for endpoint in options.listen { addresses += try Self.addresses(of: endpoint) }
        settings = ServerSettings(addresses: addresses)
    }

    func run() throws -> ExitStatus {
        let loop = try Loop()
        let server = try Server(settings, on: loop)
        for address in server.addresses {
            Descriptor.standardOutput.say("tictactoe: serving at \(address)")
        }
        let signals = try Signals([.terminate, .interrupt, .hangUp], on: loop) { signal in
            if signal != .hangUp { server.stop { loop.stop() } }
        }
        var idleness: IdleWatch?
        if let idleLimit { idleness = IdleWatch(over: server, limit: idleLimit, on: loop) }
        loop.run()
        _ = consume signals
        _ = consume idleness
        return .done
    }

    private static func addresses(of endpoint: Endpoint) throws(Failure) -> [SocketAddress] {
        // Every address is one of IPv4 and one of IPv6.
        try (endpoint.address.map { [$0] } ?? ["0.0.0.0", "::"]).map { host throws(Failure) in
            guard let address = SocketAddress(host: host, port: endpoint.port) else {
                throw .badAddress(endpoint)
            }
            return address
        }
    }
}
