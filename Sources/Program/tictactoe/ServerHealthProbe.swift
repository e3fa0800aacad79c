import Commands
import Drawing
import Glibc
import Host
import SimperiumClock
import SimperiumJSON
import SimperiumLoop
import SimperiumNetwork
import SimperiumServer
import SimperiumSync
import SimperiumWebWire
internal import Wording

/// A probe of one server. It requests the server's health, and waits for the answer.
struct ServerHealthProbe {
    struct ServerHealth {
        let version: ForeignText
        let process: Int32
        let connections: Int
        let isFailing: Bool
        /// True once most connections have come from one address, although no proxy is trusted.
        let isCrowded: Bool
        /// The durability of acknowledged changes, as the server names it.
        let durability: String
        /// The reason why the server can't use its store; nil if it can.
        let reason: ForeignText?
        /// The report of a server that shares a Redis with others; nil for other servers.
        let node: JSONObject?

        /// Reads a report; returns nil if the answer is not from a server of this program.
        init?(_ response: HTTPResponse) {
            guard [.ok, .unavailable].contains(response.status),
                let json = try? JSON(parsing: response.body),
                json.object?["program"]?.string == "tictactoe",
                let version = json.object?["version"]?.foreignText,
                let process = json.object?["pid"]?.int.flatMap({ Int32(exactly: $0) })
            else { return nil }
            isFailing = json.object?["status"]?.string != "ok"
            isCrowded = json.object?["crowded"] == .bool(true)
            durability = json.object?["durability"]?.string ?? ""
            reason = json.object?["reason"]?.foreignText
            node = json.object?["node"]?.object
            self.version = version
            self.process = process
            connections = json.object?["connections"]?.int ?? 0
        }
    }

    enum HealthProbeResult {
        case ours(ServerHealth)
        case noServer
        /// Another program listens at the address.
        case stranger
        /// A program listens at the address, but does not answer.
        case silence
        case unreachable(reason: String)
    }

    private let server: WebSocketAddress
    /// The TLS address of a server on this machine; nil for a server named by its URL.
    private let ownWithTLS: WebSocketAddress?

    /// Creates a probe of a server on this machine, with or without TLS.
    init(address: SocketAddress) {
        server = Self.webAddress("ws", address)
        ownWithTLS = Self.webAddress("wss", address)
    }

    /// Creates a probe of any server. If the address requires TLS, the server's certificate must be
    /// valid.
    init(_ server: WebSocketAddress) {
        self.server = server
        ownWithTLS = nil
    }

    private static func webAddress(_ scheme: String, _ address: SocketAddress) -> WebSocketAddress {
        guard let server = try? WebSocketAddress("\(scheme)://\(address)") else {
            preconditionFailure("an address is a host and a port")
        }
        return server
    }

    func fetchHealth() throws(LibraryError) -> HealthProbeResult {
        HealthProbeResult(try requestHealthWithTLSFallback().answer)
    }

    /// Returns the address, with or without TLS, where a program answers like an HTTP server.
    func findServer() throws(LibraryError) -> Result<WebSocketAddress, ClientConnectionError> {
        let (server, answer) = try requestHealthWithTLSFallback()
        return answer.map { _ in server }
    }

    /// Requests the health, and returns the answer and the address. If a server on this machine
    /// seems to expect TLS, repeats the request with TLS.
    private func requestHealthWithTLSFallback() throws(LibraryError) -> (
        server: WebSocketAddress, answer: HTTPAnswer
    ) {
        let connectionSet = ConnectionSet(on: try Loop())
        defer { connectionSet.dropAll() }
        let first = requestHealth(at: server, on: connectionSet)
        guard let ownWithTLS, case .failure(let reason) = first, reason.mayBeEncryption else {
            return (server, first)
        }
        let second = requestHealth(at: ownWithTLS, on: connectionSet)
        // The program at the address does not support TLS, so the first failure is the better
        // description.
        if case .failure(.tls) = second { return (server, first) }
        return (ownWithTLS, second)
    }

    private func requestHealth(
        at server: WebSocketAddress, on connectionSet: ConnectionSet
    ) -> HTTPAnswer {
        let path = server.target.segments.filter { !$0.isEmpty } + ["healthz"]
        return connectionSet.waitForAnswer(
            to: HTTPRequest(.get, RequestTarget(path)), from: server, isOwn: ownWithTLS != nil,
            within: .seconds(3))
    }
}

extension ClientConnectionError {
    /// True if the server may expect TLS. Such a server sends a TLS alert, and closes the
    /// connection.
    fileprivate var mayBeEncryption: Bool {
        switch self {
        case .notHTTP, .broken(.finished), .broken(.broken): true
        default: false
        }
    }
}

extension ServerHealthProbe.HealthProbeResult {
    init(_ answer: HTTPAnswer) {
        switch answer {
        case .success(let response):
            self = ServerHealthProbe.ServerHealth(response).map { .ours($0) } ?? .stranger
        case .failure(.refused): self = .noServer
        case .failure(.nameUnknown): self = .unreachable(reason: LinkFailure.noSuchHost)
        case .failure(.unreachable(_, let reason)): self = .unreachable(reason: reason)
        case .failure(.tls(let fault)): self = .unreachable(reason: "\(fault)")
        case .failure(.timedOut), .failure(.broken(.late)): self = .silence
        // A proxy that drops the connection causes this, for example.
        case .failure(.notHTTP(.truncated)), .failure(.broken):
            self = .unreachable(reason: "\(LinkFailure.lost)")
        case .failure: self = .stranger
        }
    }

    private static func sentence(about node: JSONObject) -> String {
        let redis = node["engine"]?.object
        let owners = node["shards"]?.array ?? []
        let own = owners.count { $0 == node["generation"] }
        return SharedRedisWords.nodeStatus(
            isAlive: node["alive"] == .bool(true), role: node["role"]?.foreignText ?? "",
            others: node["others"]?.int ?? 0, shards: (own, owners.count),
            renewed: node["renewed"]?.int)
            + SharedRedisWords.redisStatus(
                version: redis?["version"]?.foreignText ?? "",
                role: redis?["role"]?.foreignText ?? "",
                replicas: redis?["replicas"]?.int ?? 0, memory: redis?["memory"]?.int ?? 0,
                most: redis?["maxmemory"]?.int ?? 0, policy: redis?["policy"]?.foreignText ?? "")
    }

    /// Returns the sentence about a server's state at an address.
    func sentence(at address: String) -> String {
        switch self {
        case .ours(let health):
            ServerWords.status(
                version: health.version, at: address, process: Int(health.process),
                connections: health.connections)
                + ServerWords.durability(health.durability)
                + (health.node.map(Self.sentence) ?? "")
                + (health.isFailing && health.node == nil
                    ? ServerWords.failing(because: health.reason) : "")
                + (health.isCrowded ? ServerWords.crowded : "")
        case .noServer: ServerWords.noServer(at: address)
        case .stranger: ServerWords.foreignProgram(at: address)
        case .silence: ServerWords.noAnswer(at: address)
        case .unreachable(let reason): ServerWords.unreachable(address, reason: reason)
        }
    }
}

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
