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

    /// What was found at an address, for people.
    func sentence(at address: SocketAddress) -> String {
        let address = "\(address)"
        return switch self {
        case .ours(let health):
            ServerWords.status(
                version: health.version, at: address, process: Int(health.process),
                connections: health.connections)
                + (health.isFailing ? ServerWords.failing : "")
                + (health.isCrowded ? ServerWords.crowded : "")
        case .nobody: ServerWords.nobody(at: address)
        case .stranger: ServerWords.stranger(at: address)
        case .silence: ServerWords.silence(at: address)
        case .unreachable(let reason): ServerWords.unreachable(address, reason: reason)
        }
    }
}
