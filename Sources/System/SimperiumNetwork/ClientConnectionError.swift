package import SimperiumWebWire

/// The reason why a connection, an HTTP call or a WebSocket failed or ended.
package enum ClientConnectionError: Error, Hashable, Sendable {
    case nameUnknown(host: String, reason: String)
    /// No program listens on the address.
    case refused(SocketAddress)
    case unreachable(SocketAddress, reason: String)
    case timedOut
    case tls(TLSFault)
    /// The server does not open a WebSocket at this path.
    case notWebSocket(HandshakeResponseFault)
    case notHTTP(HTTPFault)
    /// The server closed the WebSocket with this reason, or the owner did so before the WebSocket
    /// was open.
    case goodbye(CloseReason)
    case fault(WebSocketFault)
    /// The connection ended, or the peer missed a deadline.
    case broken(TCPConnection.End)
}
