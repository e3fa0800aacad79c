/// Why a server's answer does not open a WebSocket.
package enum HandshakeFault: Error, Hashable, Sendable {
    /// The server answered something else, as it may.
    case refused(HTTPStatus)
    case notUpgraded
    case wrongAcceptance
    /// The server chose an extension or a subprotocol that was not asked for.
    case unaskedExtension
    case unaskedSubprotocol
}

/// A client's side of the handshake that opens a WebSocket.
package struct ClientHandshake: Sendable {
    /// What to send.
    package let request: HTTPRequest
    private let acceptance: String

    /// Asks for `target` at `host`, which is a name or address with its port.
    ///
    /// The nonce is sixteen bytes that are not for others to foresee.
    package init(
        _ target: RequestTarget, host: String, nonce: [UInt8], fields: HTTPFields = [:]
    ) {
        precondition(nonce.count == 16, "a nonce has sixteen bytes")
        let key = Base64.encoded(nonce)
        var all: HTTPFields = [
            "Host": host, "Upgrade": "websocket", "Connection": "Upgrade",
            "Sec-WebSocket-Key": key, "Sec-WebSocket-Version": "13",
        ]
        all.add(fields)
        request = HTTPRequest(.get, target, fields: all)
        acceptance = SimperiumWebWire.acceptance(of: key)
    }

    /// Returns if `response` opens the WebSocket.
    package func check(_ response: HTTPResponse) throws(HandshakeFault) {
        let fields = response.fields
        guard response.status == .switchingProtocols else { throw .refused(response.status) }
        guard fields.lists("websocket", in: "Upgrade"), fields.lists("upgrade", in: "Connection")
        else { throw .notUpgraded }
        guard fields.values(of: "Sec-WebSocket-Accept") == [acceptance] else {
            throw .wrongAcceptance
        }
        guard fields["Sec-WebSocket-Extensions"] == nil else { throw .unaskedExtension }
        guard fields["Sec-WebSocket-Protocol"] == nil else { throw .unaskedSubprotocol }
    }
}
