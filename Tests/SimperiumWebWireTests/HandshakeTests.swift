import SimperiumWebWire
import Testing

@Suite("WebSocket handshake")
struct HandshakeTests {
    /// The example of RFC 6455 section 1.3.
    @Test("The answer is the RFC's")
    func answer() throws {
        let request = HTTPRequest(.get, RequestTarget(["chat"]), fields: asking())
        let response = try HTTPResponse(openingWebSocketFor: request)
        let bytes = [UInt8](
            lines: """
                HTTP/1.1 101 Switching Protocols
                Upgrade: websocket
                Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=
                Connection: Upgrade


                """)

        #expect(response.encoded(answering: request) == bytes)
    }

    @Test("Each client's handshake is read")
    func understands() throws {
        for (name, value) in [
            ("Upgrade", "WebSocket"), ("Upgrade", "h2c, websocket"),
            ("Connection", "keep-alive, Upgrade"), ("Connection", "UPGRADE"),
            ("Origin", "https://example.org"), ("Sec-WebSocket-Protocol", "chat"),
            ("Sec-WebSocket-Extensions", "permessage-deflate"),
        ] {
            let request = HTTPRequest(.get, RequestTarget([]), fields: asking(name, value))
            #expect(request.asksForWebSocket, "\(name): \(value)")
            let response = try HTTPResponse(openingWebSocketFor: request)
            let answer: HTTPFields = [
                "Upgrade": "websocket", "Sec-WebSocket-Accept": "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=",
            ]
            #expect(response.fields == answer, "\(name): \(value)")
        }
    }

    @Test("A request that does not open a WebSocket is refused, with the accepted form")
    func refuses() {
        for row in RefusedHandshake.all {
            #expect(throws: row.refusal, "\(row.testDescription)") {
                try HTTPResponse(openingWebSocketFor: row.request)
            }
            #expect(row.refusal.response.status.rawValue == row.status, "\(row.testDescription)")
        }
        let fields = HandshakeRequestRefusal.wrongVersion.response.fields
        #expect(fields == ["Upgrade": "websocket", "Sec-WebSocket-Version": "13"])
        #expect(HandshakeRequestRefusal.notGet.response.fields == ["Allow": "GET"])
    }

    @Test("A server accepts the client's request")
    func bothSides() throws {
        let nonce = (0..<16).map { UInt8($0 * 16) }
        let client = ClientHandshake(
            RequestTarget(["sock", "1", "tictactoe", "websocket"]), host: "h:8383", nonce: nonce)
        let received = readRequests([client.request.encoded()])
        #expect(received == Reading(events: [.request(client.request)]))
        let answer = try HTTPResponse(openingWebSocketFor: client.request)
        let bytes = answer.encoded(answering: client.request)
        let reading = readResponse([bytes + [0x81, 0x00]])
        let response = try #require(reading.events.first)

        try client.validate(response)
        #expect(reading.rest == [0x81, 0x00])
        #expect(client.request.fields["Host"] == "h:8383")
    }

    @Test(
        "A client refuses a wrong answer",
        arguments: [
            (HTTPStatus.unavailable, [:], .refused(.unavailable)),
            (HTTPStatus.ok, opened(), .refused(.ok)),
            (nil, opened("Upgrade", "h2c"), .notUpgraded),
            (nil, opened("Connection", "close"), .notUpgraded),
            (nil, opened("Connection", nil), .notUpgraded),
            (nil, opened("Sec-WebSocket-Accept", nil), .wrongAcceptance),
            (nil, opened("Sec-WebSocket-Accept", "S3pPLMBiTxaQ9kYGzzhZRbK+xOo="), .wrongAcceptance),
            (nil, opened("Sec-WebSocket-Extensions", "permessage-deflate"), .unaskedExtension),
            (nil, opened("Sec-WebSocket-Protocol", "chat"), .unaskedSubprotocol),
        ] as [(HTTPStatus?, HTTPFields, HandshakeResponseFault)])
    func faults(status: HTTPStatus?, fields: HTTPFields, fault: HandshakeResponseFault) throws {
        let client = ClientHandshake(
            RequestTarget(["chat"]), host: "h", nonce: Array("the sample nonce".utf8))
        try client.validate(HTTPResponse(.switchingProtocols, fields: opened()))

        #expect(throws: fault) {
            try client.validate(HTTPResponse(status ?? .switchingProtocols, fields: fields))
        }
    }
}

struct RefusedHandshake: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let request: HTTPRequest
    let refusal: HandshakeRequestRefusal
    let status: Int

    init(_ name: String, _ request: HTTPRequest, _ refusal: HandshakeRequestRefusal, _ status: Int)
    {
        testDescription = name
        self.request = request
        self.refusal = refusal
        self.status = status
    }

    private static func get(_ fields: HTTPFields) -> HTTPRequest {
        HTTPRequest(.get, RequestTarget([]), fields: fields)
    }

    private static func key(_ key: String?) -> HTTPRequest { get(asking("Sec-WebSocket-Key", key)) }

    private static func version(_ version: String?) -> HTTPRequest {
        get(asking("Sec-WebSocket-Version", version))
    }

    static let all = [
        RefusedHandshake("plain", get(["Host": "h"]), .notAsked, 426),
        RefusedHandshake("another protocol", get(asking("Upgrade", "h2c")), .notAsked, 426),
        RefusedHandshake(
            "HTTP/1.0",
            HTTPRequest(.get, RequestTarget([]), version: .onePointZero, fields: asking()),
            .notAsked, 426),
        RefusedHandshake(
            "POST", HTTPRequest(.post, RequestTarget([]), fields: asking()), .notGet, 405),
        RefusedHandshake("no connection", get(asking("Connection", nil)), .notForwarded, 400),
        RefusedHandshake(
            "kept alive only", get(asking("Connection", "keep-alive")), .notForwarded, 400),
        RefusedHandshake("no version", version(nil), .wrongVersion, 426),
        RefusedHandshake("version 12", version("12"), .wrongVersion, 426),
        RefusedHandshake("version 8 or 13", version("8, 13"), .wrongVersion, 426),
        RefusedHandshake("version 013", version("013"), .wrongVersion, 426),
        RefusedHandshake("no key", key(nil), .badKey, 400),
        RefusedHandshake("empty key", key(""), .badKey, 400),
        RefusedHandshake("15 bytes", key("dGhlIHNhbXBsZSBub25j"), .badKey, 400),
        RefusedHandshake("17 bytes", key("dGhlIHNhbXBsZSBub25jZSE="), .badKey, 400),
        RefusedHandshake("no letters", key("dGhlIHNhbXBsZSBub25jZ-=="), .badKey, 400),
        RefusedHandshake("padded wrongly", key("dGhlIHNhbXBsZSBub25j===="), .badKey, 400),
        RefusedHandshake("not padded", key("dGhlIHNhbXBsZSBub25jZQAA"), .badKey, 400),
        RefusedHandshake(
            "two keys",
            get(
                asking() + ["Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ=="]), .badKey, 400),
    ]
}

/// The fields of a valid request, with one field replaced or left out.
func asking(_ name: String = "", _ value: String? = nil) -> HTTPFields {
    fields(
        [
            ("Host", "server.example.com"), ("Upgrade", "websocket"), ("Connection", "Upgrade"),
            ("Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ=="), ("Sec-WebSocket-Version", "13"),
        ], but: name, is: value)
}

/// The fields of a valid response, with one field replaced or left out.
private func opened(_ name: String = "", _ value: String? = nil) -> HTTPFields {
    fields(
        [
            ("Upgrade", "websocket"), ("Connection", "Upgrade"),
            ("Sec-WebSocket-Accept", "s3pPLMBiTxaQ9kYGzzhZRbK+xOo="),
        ], but: name, is: value)
}

private func fields(
    _ all: [(String, String)], but name: String, is value: String?
) -> HTTPFields {
    var fields = HTTPFields()
    for (other, good) in all where other != name {
        fields.add(CaseInsensitiveFieldName(stringLiteral: other), good)
    }
    if let value { fields.add(CaseInsensitiveFieldName(stringLiteral: name), value) }
    return fields
}

private func + (left: HTTPFields, right: HTTPFields) -> HTTPFields {
    var sum = left
    sum.add(right)
    return sum
}
