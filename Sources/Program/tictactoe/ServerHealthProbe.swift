import Drawing
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
        let attached = redis?["replicas"]?.int ?? 0
        let required = redis?["required"]?.int ?? 0
        let isRead = redis?["version"]?.string?.isEmpty == false
        return SharedRedisWords.nodeStatus(
            isAlive: node["alive"] == .bool(true), role: node["role"]?.foreignText ?? "",
            others: node["others"]?.int ?? 0, shards: (own, owners.count),
            renewed: node["renewed"]?.int,
            replicas: isRead && attached < required
                ? (attached: attached, required: required) : nil)
            + SharedRedisWords.redisStatus(
                version: redis?["version"]?.foreignText ?? "",
                role: redis?["role"]?.foreignText ?? "",
                replicas: attached, memory: redis?["memory"]?.int ?? 0,
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
