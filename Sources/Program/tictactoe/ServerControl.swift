import Commands
import Glibc
import Host
import SimperiumLoop
import SimperiumNetwork
import SimperiumWebWire

/// `serve --status` and `serve --stop`: inspects or stops the server of this machine.
struct ServerControl {
    private let probe: ServerHealthProbe
    private let address: String

    /// Selects the server at the address where `serve` with the same options would listen, unless
    /// `--server` names another server.
    init(_ options: ServeOptions) {
        if let server = options.statusServer {
            probe = ServerHealthProbe(server)
            address = server.hostField
            return
        }
        let address = (options.listen.first ?? .localDefault).localServerAddress()
        probe = ServerHealthProbe(address: address)
        self.address = "\(address)"
    }

    func printStatus() throws -> ExitStatus {
        let finding = try probe.fetchHealth()
        let sentence = finding.sentence(at: address)
        guard case .ours(let health) = finding else {
            return complain(sentence, .serverUnreachable)
        }
        printLine(sentence)
        return health.isFailing ? .failed : .done
    }

    /// Stops the server, and waits up to ten seconds until its process has ended. Returns a failure
    /// if the server can't be reached or is not on this machine, or if the process still runs.
    func stopAndWait() throws -> ExitStatus {
        let finding = try probe.fetchHealth()
        guard case .ours(let health) = finding else {
            return complain(finding.sentence(at: address), .serverUnreachable)
        }
        // Another program at the address may report any process id.
        guard isTicTacToeProcess(health.process) else {
            return complain(ServerWords.notOnThisMachine(address), .serverUnreachable)
        }
        try Signal.terminate.send(to: health.process)
        for _ in 0..<100 {
            guard isTicTacToeProcess(health.process) else {
                printLine(ServerWords.serverStopped(address))
                return .done
            }
            usleep(100_000)
        }
        return complain(ServerWords.stillRunning(address))
    }

    private func isTicTacToeProcess(_ process: Int32) -> Bool {
        let name = try? WholeFile.read("/proc/\(process)/comm", limit: 64)
        return name == Array("tictactoe\n".utf8)
    }
}
