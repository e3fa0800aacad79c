package import SimperiumWebWire

/// The reason why a WebSocket could not be opened, or is closed.
package enum NetworkError: Error, Hashable, Sendable {
    case nameUnknown(host: String, reason: String)
    /// No program listens at the address.
    case refused(SocketAddress)
    case unreachable(SocketAddress, reason: String)
    case timedOut
    case tls(TLSFault)
    /// The peer is no WebSocket server, at least at this path.
    case notWebSocket(HandshakeFault)
    case notHTTP(HTTPFault)
    /// The server closed the WebSocket with this reason.
    case goodbye(CloseReason)
    case fault(WebSocketFault)
    /// The connection broke, or was silent for too long.
    case broken(TCPConnection.End)
}
