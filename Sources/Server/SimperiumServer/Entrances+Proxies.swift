import SimperiumNetwork
import SimperiumWebWire

extension Entrances {
    /// From whom a request is.
    enum Asker {
        case client(SocketAddress)
        /// A proxy that does not say for whom it asks.
        case nobody
        /// Somebody who is kept out.
        case keptOut
    }

    /// Who asks, on a connection that may be a proxy's.
    func asker(of request: HTTPRequest, on connection: TCPConnection) -> Asker {
        guard connection.isProxy else { return .client(connection.peer) }
        guard let host = proxies.client(in: request.fields),
            let client = SocketAddress(bytes: host, port: 0)
        else {
            // To see whether we are well it may come in its own name.
            return request.isAboutHealth ? .client(connection.peer) : .nobody
        }
        return keepsOut(client) ? .keptOut : .client(client)
    }

    /// Counts the connection of a WebSocket by its client. False if there are too many from there.
    func settle(_ connection: TCPConnection, of client: SocketAddress) -> Bool {
        guard connection.isProxy, client != connection.peer else { return true }
        return admission.recount(connection, as: client)
    }
}

extension HTTPRequest {
    fileprivate var isAboutHealth: Bool {
        target.segments == ["healthz"] || target.segments == ["metrics"]
    }
}
