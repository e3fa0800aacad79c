internal import SimperiumBytes

/// The reason that a request does not open a WebSocket.
package enum HandshakeRequestRefusal: Error, Hashable, Sendable {
    case notGet
    /// A request without an upgrade to WebSocket, or in HTTP/1.0, which has no upgrades.
    case notAsked
    case wrongVersion
    /// A `Connection` field without the upgrade, because a proxy has not forwarded it.
    case notForwarded
    case badKey

    /// The response to send.
    package var response: HTTPResponse {
        switch self {
        case .notGet: HTTPResponse(.methodNotAllowed, fields: ["Allow": "GET"])
        case .notAsked, .wrongVersion:
            HTTPResponse(
                .upgradeRequired,
                fields: ["Upgrade": "websocket", "Sec-WebSocket-Version": "13"])
        case .notForwarded, .badKey: HTTPResponse(.badRequest)
        }
    }
}

extension HTTPResponse {
    /// Creates the response that turns the connection of `request` into a WebSocket. Throws if the
    /// request is not a valid handshake.
    package init(
        openingWebSocketFor request: HTTPRequest, _ agreement: DeflateAgreement? = nil
    ) throws(HandshakeRequestRefusal) {
        let key = try request.webSocketKey
        var fields: HTTPFields = [
            "Upgrade": "websocket", "Sec-WebSocket-Accept": acceptance(of: key),
        ]
        if let agreement { fields.add(["Sec-WebSocket-Extensions": agreement.answer]) }
        self.init(.switchingProtocols, fields: fields)
    }
}

extension HTTPRequest {
    /// True if the request is a valid WebSocket handshake.
    package var canOpenWebSocket: Bool { (try? webSocketKey) != nil }

    fileprivate var webSocketKey: String {
        get throws(HandshakeRequestRefusal) {
            guard asksForWebSocket, version == .onePointOne else { throw .notAsked }
            guard method == .get else { throw .notGet }
            guard fields.hasListItem("upgrade", in: "Connection") else { throw .notForwarded }
            guard fields.values(of: "Sec-WebSocket-Version") == ["13"] else { throw .wrongVersion }
            let keys = fields.values(of: "Sec-WebSocket-Key")
            guard keys.count == 1, keys[0].encodesSixteenBytes else { throw .badKey }
            return keys[0]
        }
    }
}

/// Returns the server's proof that it supports WebSocket, made from the client's key: RFC 6455
/// section 1.3.
func acceptance(of key: String) -> String {
    base64(sha1(Array((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").utf8)))
}

extension String {
    /// True for the Base64 of exactly sixteen bytes.
    fileprivate var encodesSixteenBytes: Bool {
        utf8.count == 24 && hasSuffix("==") && utf8.dropLast(2).allSatisfy(\.isOfBase64)
    }
}

extension UInt8 {
    fileprivate var isOfBase64: Bool {
        switch self {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "/"):
            true
        default: false
        }
    }
}
