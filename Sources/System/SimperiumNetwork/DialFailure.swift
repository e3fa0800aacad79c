package import SimperiumWebWire

/// Why a WebSocket could not be had, or is no more.
package enum DialFailure: Error, Hashable, Sendable {
    case nameUnknown(host: String, reason: String)
    /// No program listens there.
    case refused(SocketAddress)
    case unreachable(SocketAddress, reason: String)
    case timedOut
    case tls(TLSFault)
    /// What answered is no server of WebSockets, at least not there.
    case notWebSocket(HandshakeFault)
    case notHTTP(HTTPFault)
    /// The server said goodbye.
    case goodbye(CloseReason)
    case fault(WebSocketFault)
    /// The line broke, or fell silent.
    case broken(TCPConnection.End)
}
