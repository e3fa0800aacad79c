import SimperiumNetwork
import SimperiumWebWire

extension ServerListeners {
    enum RequestSender {
        case client(SocketAddress)
        /// A proxy that has named no client.
        case unnamed
        /// A client that is banned.
        case keptOut
    }

    /// Returns the sender of a request on a connection that may be a proxy's.
    func senderOrRejection(of request: HTTPRequest, on connection: TCPConnection) -> RequestSender {
        guard connection.isProxy else { return .client(connection.peer) }
        guard let host = proxies.forwardedClient(in: request.fields),
            let client = SocketAddress(bytes: host, port: 0)
        else {
            // A health check may come from the proxy itself.
            return request.isAboutHealth ? .client(connection.peer) : .unnamed
        }
        return keepsOut(client) ? .keptOut : .client(client)
    }

    /// Counts a WebSocket's connection by its client's address. Returns false if that address has
    /// too many connections.
    func admitUnderClientAddress(_ connection: TCPConnection, of client: SocketAddress) -> Bool {
        guard connection.isProxy, client != connection.peer else { return true }
        return admission.reassign(connection, as: client)
    }
}

extension HTTPRequest {
    fileprivate var isAboutHealth: Bool {
        target.segments == ["healthz"] || target.segments == ["metrics"]
    }
}
