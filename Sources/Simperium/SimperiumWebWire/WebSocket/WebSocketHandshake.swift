internal import SimperiumBytes

/// The reason why a server's response does not open a WebSocket.
package enum HandshakeResponseFault: Error, Hashable, Sendable {
    /// The server answered with a status other than 101. This does not violate the protocol.
    case refused(HTTPStatus)
    case notUpgraded
    case wrongAcceptance
    /// The server chose an extension, although none was offered.
    case unaskedExtension
    case unaskedSubprotocol
}

/// The client's side of the handshake that opens a WebSocket.
package struct ClientHandshake: Sendable {
    package let request: HTTPRequest
    private let acceptance: String

    /// Creates a request for `target` at `host`, a name or address with its port. The nonce is
    /// sixteen unpredictable bytes.
    package init(_ target: RequestTarget, host: String, nonce: [UInt8]) {
        precondition(nonce.count == 16, "a nonce has sixteen bytes")
        let key = base64(nonce)
        request = HTTPRequest(
            .get, target,
            fields: [
                "Host": host, "Upgrade": "websocket", "Connection": "Upgrade",
                "Sec-WebSocket-Key": key, "Sec-WebSocket-Version": "13",
            ])
        acceptance = secWebSocketAccept(for: key)
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

/// The reason why a request does not open a WebSocket.
package enum HandshakeRequestRefusal: Error, Hashable, Sendable {
    case notGet
    /// A request without an upgrade to WebSocket, or in HTTP/1.0, which has no upgrades.
    case notAsked
    case wrongVersion
    /// A `Connection` field without the upgrade, most likely because a proxy has not forwarded it.
    case notForwarded
    case badKey

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
    /// Creates the response that makes the connection a WebSocket. Throws for a bad handshake.
    package init(
        openingWebSocketFor request: HTTPRequest, _ offer: AcceptedDeflateOffer? = nil
    ) throws(HandshakeRequestRefusal) {
        let key = try request.webSocketKey
        var fields: HTTPFields = [
            "Upgrade": "websocket", "Sec-WebSocket-Accept": secWebSocketAccept(for: key),
        ]
        if let offer { fields.add(["Sec-WebSocket-Extensions": offer.extensionsField]) }
        self.init(.switchingProtocols, fields: fields)
    }
}

extension HTTPRequest {
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

/// Returns the server's proof, made from the client's key: RFC 6455 section 1.3.
func secWebSocketAccept(for key: String) -> String {
    base64(sha1(Array((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").utf8)))
}

extension String {
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

/// A client's offer of compression (RFC 7692) that the server accepts. No compressed message
/// depends on an earlier one, and the server uses its full window.
package struct AcceptedDeflateOffer: Hashable, Sendable {
    /// The value of `Sec-WebSocket-Extensions` in the server's response.
    let extensionsField: String

    /// Accepts the first supported offer of a client; returns nil if no offer is supported.
    package init?(firstSupportedIn offers: HTTPFields) {
        let offered = offers.values(of: "Sec-WebSocket-Extensions")
        guard !offered.isEmpty else { return nil }
        let answers = offered.lazy.flatMap { $0.split(separator: ",") }.compactMap(Self.response)
        guard let first = answers.first else { return nil }
        extensionsField = first
    }

    /// Returns the response to an offer; nil if the offer is invalid or unsupported. A smaller
    /// window of the server is not supported, because one compressed message is sent to many
    /// clients.
    private static func response(to offer: Substring) -> String? {
        var parts = offer.split(separator: ";", omittingEmptySubsequences: false)
            .map(\.trimmingBlanks)[...]
        guard parts.popFirst() == "permessage-deflate" else { return nil }
        var answer = "permessage-deflate; server_no_context_takeover; client_no_context_takeover"
        var seen: Set<Substring> = []
        for part in parts {
            let words = part.split(separator: "=", maxSplits: 1).map(\.trimmingBlanks)
            guard let name = words.first, seen.insert(name).inserted else { return nil }
            switch (name, words.dropFirst().first?.unquoted) {
            case ("server_no_context_takeover", nil), ("client_no_context_takeover", nil),
                ("client_max_window_bits", nil):
                break
            case ("client_max_window_bits", let bits?):
                guard bits.isWindow else { return nil }
            case ("server_max_window_bits", "15"): answer += "; server_max_window_bits=15"
            default: return nil
            }
        }
        return answer
    }
}

extension Substring {
    fileprivate var unquoted: Substring {
        count > 2 && first == "\"" && last == "\"" ? dropFirst().dropLast() : self
    }

    /// True for a valid number of window bits, from 8 to 15.
    fileprivate var isWindow: Bool {
        Int(self).map { (8...15).contains($0) && String($0) == self } ?? false
    }
}
