import Commands
import EventLoop
import Network
import SimperiumServer

/// `tictactoe serve`: runs a server until it is told to stop.
struct ServeCommand {
    let settings: ServerSettings

    enum Failure: Error, CustomStringConvertible {
        case badAddress(String)

        var description: String {
            switch self {
            case .badAddress(let text):
                "\(text.debugDescription) is no address such as 127.0.0.1:8383 or [::]:8383"
            }
        }
    }

    init(_ options: ServeOptions) throws(Failure) {
        var addresses: [SocketAddress] = []
        for endpoint in options.listen {
            let host = endpoint.address ?? "0.0.0.0"
            guard let address = SocketAddress(host: host, port: endpoint.port) else {
                throw .badAddress(endpoint.description)
            }
            addresses.append(address)
        }
        settings = ServerSettings(addresses: addresses)
    }

    func run() throws -> Int32 {
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
        return 0
    }
}
