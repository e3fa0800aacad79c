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

extension DialFailure: CustomStringConvertible {
    package var description: String {
        switch self {
        case .nameUnknown(let host, let reason): "nobody knows \(host) (\(reason))"
        case .refused(let address): "nobody listens at \(address)"
        case .unreachable(let address, let reason): "\(address) can't be reached (\(reason))"
        case .timedOut: "no answer in time"
        case .tls(let fault): "\(fault)"
        case .notWebSocket(.refused(let status)):
            "the server answered \(status.rawValue) instead of opening a WebSocket"
        case .notWebSocket: "the server does not speak WebSocket"
        case .notHTTP: "what answered does not speak HTTP"
        case .goodbye(let reason): "the server closed the line (\(reason.code.rawValue))"
        case .fault: "the server broke the rules of WebSocket"
        case .broken: "the line broke"
        }
    }
}
