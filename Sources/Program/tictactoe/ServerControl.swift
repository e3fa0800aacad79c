import Commands
import Glibc
import SimperiumLoop
import SimperiumNetwork
import Wording

/// `serve --status` and `serve --stop`: looks after the server of this machine from outside.
struct ServerControl {
    private let address: SocketAddress

    /// The server is looked for where `serve` with the same options would listen.
    init(_ options: ServeOptions) throws(ServeCommand.Failure) {
        let endpoint = options.listen.first ?? .usual
        let host = endpoint.address ?? Endpoint.usual.address ?? ""
        guard let address = SocketAddress(host: host, port: endpoint.port) else {
            throw .badAddress(endpoint)
        }
        self.address = address
    }

    func tellStatus() throws -> ExitStatus {
        let finding = try ServerInquiry(address: address).ask()
        let sentence = finding.sentence(at: address)
        guard case .ours = finding else { return complain(sentence) }
        Descriptor.standardOutput.say(sentence)
        return .done
    }

    /// Ends the server, and waits until it is gone.
    func stop() throws -> ExitStatus {
        let finding = try ServerInquiry(address: address).ask()
        guard case .ours(let health) = finding else {
            return complain(finding.sentence(at: address))
        }
        // Another program that listens there may tell us any number.
        guard isOurs(health.process) else {
            return complain(ServerWords.elsewhere("\(address)"))
        }
        try Signal.terminate.send(to: health.process)
        for _ in 0..<100 {
            guard isOurs(health.process) else {
                Descriptor.standardOutput.say(ServerWords.left("\(address)"))
                return .done
            }
            usleep(100_000)
        }
        return complain(ServerWords.stays("\(address)"), .failed)
    }

    private func isOurs(_ process: Int32) -> Bool {
        let name = try? WholeFile.read("/proc/\(process)/comm", limit: 64)
        return name == Array("tictactoe\n".utf8)
    }

    private func complain(
        _ sentence: String, _ status: ExitStatus = .serverUnreachable
    ) -> ExitStatus {
        Descriptor.standardError.say("tictactoe: \(sentence)")
        return status
    }
}
