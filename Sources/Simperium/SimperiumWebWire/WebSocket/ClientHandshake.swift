internal import SimperiumBytes

/// The reason that a server's response does not open a WebSocket.
package enum HandshakeResponseFault: Error, Hashable, Sendable {
    /// The server answered with a status other than 101. This is no violation of the protocol.
    case refused(HTTPStatus)
    case notUpgraded
    case wrongAcceptance
    /// The server chose an extension, although none was offered.
    case unaskedExtension
    case unaskedSubprotocol
}

/// The client's side of the handshake that opens a WebSocket.
package struct ClientHandshake: Sendable {
    /// The request to send.
    package let request: HTTPRequest
    private let acceptance: String

    /// Creates a request for `target` at `host`, a name or address with its port.
    ///
    /// The nonce is sixteen unpredictable bytes.
    package init(
        _ target: RequestTarget, host: String, nonce: [UInt8], fields: HTTPFields = [:]
    ) {
        precondition(nonce.count == 16, "a nonce has sixteen bytes")
        let key = base64(nonce)
        var all: HTTPFields = [
            "Host": host, "Upgrade": "websocket", "Connection": "Upgrade",
            "Sec-WebSocket-Key": key, "Sec-WebSocket-Version": "13",
        ]
        all.add(fields)
        request = HTTPRequest(.get, target, fields: all)
        acceptance = SimperiumWebWire.acceptance(of: key)
    }

    /// Throws unless `response` opens the WebSocket.
    package func validate(_ response: HTTPResponse) throws(HandshakeResponseFault) {
        let fields = response.fields
        guard response.status == .switchingProtocols else { throw .refused(response.status) }
        guard fields.hasListItem("websocket", in: "Upgrade"),
            fields.hasListItem("upgrade", in: "Connection")
        else { throw .notUpgraded }
        guard fields.values(of: "Sec-WebSocket-Accept") == [acceptance] else {
            throw .wrongAcceptance
        }
        guard fields["Sec-WebSocket-Extensions"] == nil else { throw .unaskedExtension }
        guard fields["Sec-WebSocket-Protocol"] == nil else { throw .unaskedSubprotocol }
    }
}
