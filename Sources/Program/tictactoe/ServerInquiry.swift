import Commands
import Glibc
import Host
import SimperiumClock
import SimperiumJSON
import SimperiumLoop
import SimperiumNetwork
import SimperiumServer
import SimperiumWebWire

/// A request to a server at one address, and the wait for its answer.
struct ServerInquiry {
    /// A server's report of itself.
    struct Health {
        let version: String
        let process: Int32
        let connections: Int
        let isFailing: Bool
        /// True if most connections come from one address, and no proxy is trusted.
        let isCrowded: Bool
        /// The promise of an acknowledgement, in the server's word.
        let durability: String
        /// The reason if the server can't use its store.
        let reason: String?
        /// The report of a server that shares its engine with others.
        let node: JSONObject?

        /// Nil if the answer is not of a server of this program.
        init?(_ response: HTTPResponse) {
            guard [.ok, .unavailable].contains(response.status),
                let json = try? JSON(parsing: response.body),
                json.object?["program"]?.string == "tictactoe",
                let version = json.object?["version"]?.string,
                let process = json.object?["pid"]?.int.flatMap({ Int32(exactly: $0) })
            else { return nil }
            isFailing = json.object?["status"]?.string != "ok"
            isCrowded = json.object?["crowded"] == .bool(true)
            durability = json.object?["durability"]?.string ?? ""
            reason = json.object?["reason"]?.string
            node = json.object?["node"]?.object
            self.version = version
            self.process = process
            connections = json.object?["connections"]?.int ?? 0
        }
    }

    enum Finding {
        case ours(Health)
        case nobody
        /// Another program listens there.
        case stranger
        /// A program listens there and does not answer.
        case silence
        case unreachable(reason: String)
    }

    let address: SocketAddress

    /// Asks the server for its health.
    func ask() throws(LibraryError) -> Finding {
        Finding(try answer(to: HTTPRequest(.get, RequestTarget(["healthz"]))))
    }

    func answer(
        to request: HTTPRequest
    ) throws(LibraryError) -> Result<HTTPResponse, WebCall.Failure> {
        let loop = try Loop()
        let connectionSet = ConnectionSet(on: loop)
        var answer = Result<HTTPResponse, WebCall.Failure>.failure(.timedOut)
        let call = WebCall(request, at: address, on: connectionSet) { found in
            answer = found
            loop.stop()
        }
        loop.run()
        _ = consume call
        connectionSet.dropAll()
        return answer
    }
}

extension ServerInquiry.Finding {
    init(_ answer: Result<HTTPResponse, WebCall.Failure>) {
        switch answer {
        case .success(let response):
            self = ServerInquiry.Health(response).map { .ours($0) } ?? .stranger
        case .failure(.refused): self = .nobody
        case .failure(.unreachable(let reason)): self = .unreachable(reason: reason)
        case .failure(.timedOut): self = .silence
        case .failure(.notHTTP), .failure(.hungUp), .failure(.tls): self = .stranger
        }
    }

    private static func sentence(about node: JSONObject) -> String {
        let engine = node["engine"]?.object
        return SharedWords.node(
            isAlive: node["alive"] == .bool(true), others: node["others"]?.int ?? 0,
            renewed: node["renewed"]?.int)
            + SharedWords.engine(
                version: engine?["version"]?.string ?? "", role: engine?["role"]?.string ?? "",
                replicas: engine?["replicas"]?.int ?? 0, memory: engine?["memory"]?.int ?? 0,
                most: engine?["maxmemory"]?.int ?? 0, policy: engine?["policy"]?.string ?? "")
    }

    /// The sentence about an address.
    func sentence(at address: SocketAddress) -> String {
        let address = "\(address)"
        return switch self {
        case .ours(let health):
            ServerWords.status(
                version: health.version, at: address, process: Int(health.process),
                connections: health.connections)
                + ServerWords.durability(health.durability)
                + (health.node.map(Self.sentence) ?? "")
                + (health.isFailing && health.node == nil
                    ? ServerWords.failing(because: health.reason) : "")
                + (health.isCrowded ? ServerWords.crowded : "")
        case .nobody: ServerWords.nobody(at: address)
        case .stranger: ServerWords.stranger(at: address)
        case .silence: ServerWords.silence(at: address)
        case .unreachable(let reason): ServerWords.unreachable(address, reason: reason)
        }
    }
}

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
        guard case .ours = finding else { return complain(sentence, .serverUnreachable) }
        Descriptor.standardOutput.say(sentence)
        return .done
    }

    /// Ends the server, and waits until it is gone.
    func stop() throws -> ExitStatus {
        let finding = try ServerInquiry(address: address).ask()
        guard case .ours(let health) = finding else {
            return complain(finding.sentence(at: address), .serverUnreachable)
        }
        // Another program that listens there may tell us any number.
        guard isOurs(health.process) else {
            return complain(ServerWords.elsewhere("\(address)"), .serverUnreachable)
        }
        try Signal.terminate.send(to: health.process)
        for _ in 0..<100 {
            guard isOurs(health.process) else {
                Descriptor.standardOutput.say(ServerWords.left("\(address)"))
                return .done
            }
            usleep(100_000)
        }
        return complain(ServerWords.stays("\(address)"))
    }

    private func isOurs(_ process: Int32) -> Bool {
        let name = try? WholeFile.read("/proc/\(process)/comm", limit: 64)
        return name == Array("tictactoe\n".utf8)
    }
}
