import EventLoop
import Network
import SimperiumServer

/// `tictactoe serve`: runs a server until it is told to stop.
struct ServeCommand {
    let settings: ServerSettings

    enum Failure: Error, CustomStringConvertible {
        case badAddress(String)
        case unknownWord(String)

        var description: String {
            switch self {
            case .badAddress(let text):
                "\(text.debugDescription) is no address such as 127.0.0.1:8383 or [::]:8383"
            case .unknownWord(let word): "nothing can be done with \(word.debugDescription) here"
            }
        }
    }

    /// Reads the words behind `serve`.
    init(_ words: some Collection<String>) throws(Failure) {
        var rest = words[...]
        var addresses: [SocketAddress] = []
        while let word = rest.popFirst() {
            switch word {
            case "--listen":
                let text = rest.popFirst() ?? ""
                guard let address = SocketAddress(text) else { throw .badAddress(text) }
                addresses.append(address)
            case "--store": _ = rest.popFirst()
            default: throw .unknownWord(word)
            }
        }
        let usual = SocketAddress(host: "127.0.0.1", port: 8_383).map { [$0] } ?? []
        settings = ServerSettings(addresses: addresses.isEmpty ? usual : addresses)
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
