import Commands
import SimperiumClock
import SimperiumJSON
import SimperiumLoop
import SimperiumNetwork
import SimperiumWebWire
import Wording

/// Asks the server of this machine how it is, and waits for the answer.
struct ServerInquiry {
    /// What a server says of itself.
    struct Health {
        let version: String
        let process: Int32
        let connections: Int
        let isFailing: Bool
        /// Whether most connections come from one address, and no proxy is trusted.
        let isCrowded: Bool
        /// What a server says that shares its engine with others.
        let node: JSONObject?

        /// Nil if it is none of ours that speaks.
        init?(_ response: HTTPResponse) {
            guard [.ok, .unavailable].contains(response.status),
                let json = try? JSON(parsing: response.body),
                json.object?["program"]?.string == "tictactoe",
                let version = json.object?["version"]?.string,
                let process = json.object?["pid"]?.int.flatMap({ Int32(exactly: $0) })
            else { return nil }
            isFailing = json.object?["status"]?.string != "ok"
            isCrowded = json.object?["crowded"] == .bool(true)
            node = json.object?["node"]?.object
            self.version = version
            self.process = process
            connections = json.object?["connections"]?.int ?? 0
        }
    }

    enum Finding {
        case ours(Health)
        case nobody
        /// Something listens there that is no server of ours.
        case stranger
        /// Something listens there and says nothing.
        case silence
        case unreachable(reason: String)
    }

    let address: SocketAddress

    func ask() throws(LibraryError) -> Finding {
        let loop = try Loop()
        let connectionSet = ConnectionSet(on: loop)
        var finding = Finding.silence
        let call = WebCall(RequestTarget(["healthz"]), at: address, on: connectionSet) { answer in
            finding = Finding(answer)
            loop.stop()
        }
        loop.run()
        _ = consume call
        connectionSet.dropAll()
        return finding
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

    /// What was found at an address, for people.
    func sentence(at address: SocketAddress) -> String {
        let address = "\(address)"
        return switch self {
        case .ours(let health):
            ServerWords.status(
                version: health.version, at: address, process: Int(health.process),
                connections: health.connections)
                + (health.node.map(Self.sentence) ?? "")
                + (health.isFailing && health.node == nil ? ServerWords.failing : "")
                + (health.isCrowded ? ServerWords.crowded : "")
        case .nobody: ServerWords.nobody(at: address)
        case .stranger: ServerWords.stranger(at: address)
        case .silence: ServerWords.silence(at: address)
        case .unreachable(let reason): ServerWords.unreachable(address, reason: reason)
        }
    }
}
