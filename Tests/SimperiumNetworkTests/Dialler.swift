import SimperiumLoop
import SimperiumNetwork
import SimperiumWebWire
import Testing

/// A client, and what it has heard.
final class Dialler {
    private(set) var client: WebSocketClient?
    private(set) var texts: [String] = []
    private(set) var openings = 0
    private(set) var ends: [ClientConnectionError] = []
    /// Called with each message.
    var onText: ((String) -> Void)?

    init(_ address: String, on connectionSet: ConnectionSet) throws {
        client = WebSocketClient(
            to: try WebSocketAddress(address), on: connectionSet, encryption: try .trusting,
            WebSocketClient.SocketCallbacks(
                opened: { [unowned self] in openings += 1 },
                message: { [unowned self] text in
                    let text = String(decoding: [UInt8](copying: text), as: UTF8.self)
                    texts.append(text)
                    onText?(text)
                },
                ended: { [unowned self] in ends.append($0) }))
    }

    func send(_ text: String) {
        client?.send(Array(text.utf8))
    }

    /// Hangs up before letting go, because a message may be under way.
    func drop() {
        client?.drop()
        client = nil
    }
}

extension Station {
    /// Dials, and runs until it is open or has ended.
    func dial(_ address: String) throws -> Dialler {
        let dialler = try Dialler(address, on: connectionSet)
        run { dialler.openings > 0 || !dialler.ends.isEmpty }
        return dialler
    }
}

/// A server that answers the first bytes of each client with its own, and perhaps hangs up.
final class Parrot {
    private(set) var listener: TCPConnectionListener?
    private(set) var connections: [TCPConnection] = []

    init(_ answer: String?, hangsUp: Bool = false, at station: Station) throws {
        let free = try #require(SocketAddress(host: "127.0.0.1", port: 0))
        let admission = AdmissionControl(limit: 10, limitPerAddress: 10)
        listener = try TCPConnectionListener(
            at: free, on: station.connectionSet, admission: admission
        ) {
            [unowned self] connection in
            connections.append(connection)
            connection.onBytes = { [unowned connection] _ in
                if let answer { connection.send(Array(answer.utf8)) }
                if hangsUp { connection.finishSending() }
                connection.onBytes = nil
            }
        }
    }

    var port: UInt16 { listener?.address.port ?? 0 }
}
