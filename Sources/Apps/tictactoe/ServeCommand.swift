import Commands
import EventLoop
import Network
import SimperiumServer

/// `tictactoe serve`: runs a server until it is told to stop.
struct ServeCommand {
    private let settings: ServerSettings

    init(_ options: ServeOptions) {
        let endpoints = options.listen.isEmpty ? [.usual] : options.listen
        settings = ServerSettings(addresses: endpoints.flatMap(\.socketAddresses))
    }

    func run() throws -> ExitStatus {
        let loop = try Loop()
        let server = try Server(settings, on: loop)
        for address in server.addresses {
            Descriptor.standardOutput.say("tictactoe: serving at \(address)")
        }
        let signals = try Signals([.terminate, .interrupt], on: loop) { _ in
            server.stop { loop.stop() }
        }
        loop.run()
        _ = consume signals
        return .done
    }
}

extension Endpoint {
    /// All that is meant: every address is one of IPv4 and one of IPv6.
    var socketAddresses: [SocketAddress] {
        (address.map { [$0] } ?? ["0.0.0.0", "::"]).compactMap {
            SocketAddress(host: $0, port: port)
        }
    }
}
