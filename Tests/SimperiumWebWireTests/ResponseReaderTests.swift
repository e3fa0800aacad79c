import SimperiumWebWire
import Testing

@Suite("Response reader")
struct ResponseReaderTests {
    @Test("A response is read in all cuts", arguments: ResponseRow.read)
    func reads(row: ResponseRow) {
        expect(row.reading, howeverCut: row.bytes) { readResponse($0, to: row.method) }
    }

    @Test("A response without a length ends with the connection", arguments: ResponseRow.untilEnd)
    func readsUntilEnd(row: ResponseRow) {
        expect(row.reading, howeverCut: row.bytes) { readResponse($0, to: row.method, ends: true) }
    }

    @Test("Bytes that are not a response are refused", arguments: ResponseRow.refused)
    func refuses(row: ResponseRow) {
        expect(row.reading, howeverCut: row.bytes) {
            readResponse($0, to: row.method, limits: .small, ends: true)
        }
    }

    @Test("Bytes after a response stay unread, and bytes after an error are skipped")
    func rest() throws {
        var reader = ResponseReader(answering: .get, limits: HTTPLimits())
        let bytes = [UInt8](lines: "HTTP/1.1 204 No Content\n\nHTTP/1.1 200 OK\n\n")
        var position = 0
        let first = try reader.next(in: bytes.span, at: &position)
        let second = try reader.next(in: bytes.span, at: &position)
        let last = try reader.finishAtConnectionEnd()

        #expect(first == HTTPResponse(.noContent))
        #expect(second == nil)
        #expect(last == nil)
        #expect(position == 27)

        reader = ResponseReader(answering: .get, limits: HTTPLimits())
        position = 0
        #expect(throws: HTTPFault.badStartLine) {
            try reader.next(in: [UInt8](lines: "SSH-2.0-OpenSSH\n").span, at: &position)
        }
        position = 0
        let more = [UInt8](lines: "HTTP/1.1 204 No Content\n\n")
        let response = try reader.next(in: more.span, at: &position)
        let end = try reader.finishAtConnectionEnd()

        #expect(response == nil)
        #expect(end == nil)
        #expect(position == more.count)
        #expect(reader.bufferedBytes == 0)
    }
}

/// A stream and its response.
struct ResponseRow: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let method: HTTPMethod
    let bytes: [UInt8]
    let reading: Reading<HTTPResponse>

    init(
        _ text: String, to method: HTTPMethod = .get, _ response: HTTPResponse, rest: String = ""
    ) {
        self.init(text, to: method, Reading(events: [response], rest: [UInt8](lines: rest)))
    }

    init(_ text: String, to method: HTTPMethod = .get, _ fault: HTTPFault) {
        self.init(text, to: method, Reading(fault: fault))
    }

    private init(_ text: String, to method: HTTPMethod, _ reading: Reading<HTTPResponse>) {
        testDescription = label(text)
        self.method = method
        bytes = [UInt8](lines: text)
        self.reading = reading
    }

    static let read = [
        ResponseRow(
            "HTTP/1.1 200 OK\nContent-Length: 2\nX: y\n\nhi",
            HTTPResponse(.ok, fields: ["Content-Length": "2", "X": "y"], body: Array("hi".utf8))),
        ResponseRow(
            "HTTP/1.1 200\nContent-Length: 0\n\n",
            HTTPResponse(.ok, fields: ["Content-Length": "0"])),
        ResponseRow(
            "HTTP/1.1 200 \nContent-Length: 0\n\n",
            HTTPResponse(.ok, fields: ["Content-Length": "0"])),
        ResponseRow(
            "HTTP/1.1 599 Wo\u{308}w, you\nTransfer-Encoding: chunked\n\n1;a=b\nx\n0\nT: t\n\n",
            HTTPResponse(
                HTTPStatus(rawValue: 599), fields: ["Transfer-Encoding": "chunked"], body: [0x78])),
        // A status without a body has none in spite of its fields.
        ResponseRow(
            "HTTP/1.1 200 OK\nContent-Length: 5\n\nHTTP/1.1", to: .head,
            HTTPResponse(.ok, fields: ["Content-Length": "5"]), rest: "HTTP/1.1"),
        ResponseRow("HTTP/1.1 204 No Content\n\nrest", HTTPResponse(.noContent), rest: "rest"),
        ResponseRow(
            "HTTP/1.1 304 Not Modified\nContent-Length: 5\n\nrest",
            HTTPResponse(.notModified, fields: ["Content-Length": "5"]), rest: "rest"),
        ResponseRow(
            "HTTP/1.1 101 Switching Protocols\nUpgrade: websocket\n\n\u{1}\u{2}",
            HTTPResponse(.switchingProtocols, fields: ["Upgrade": "websocket"]),
            rest: "\u{1}\u{2}"),
        ResponseRow(
            "HTTP/1.1 100 Go on\n\nHTTP/1.1 103 Soon\nLink: x\n\nHTTP/1.1 204 None\n\n",
            HTTPResponse(.noContent)),
    ]

    static let untilEnd = [
        ResponseRow("HTTP/1.1 200 OK\n\nabc", HTTPResponse(.ok, body: Array("abc".utf8))),
        ResponseRow("HTTP/1.0 200 OK\n\n", HTTPResponse(.ok)),
        ResponseRow(
            "HTTP/1.0 200 OK\nConnection: keep-alive\n\nHTTP/1.1 200 OK\n\n",
            HTTPResponse(
                .ok, fields: ["Connection": "keep-alive"],
                body: [UInt8](lines: "HTTP/1.1 200 OK\n\n"))),
    ]

    /// Rows for a limit of 8 bytes in the body.
    static let refused = [
        ResponseRow("", .truncated), ResponseRow("HTTP/1.", .truncated),
        ResponseRow("220 mail", .badStartLine),
        ResponseRow("HTTP/1.1 200 OK\nX", .truncated),
        ResponseRow("HTTP/1.1 200 OK\nContent-Length: 2\n\na", .truncated),
        ResponseRow("HTTP/1.1 200 OK\nTransfer-Encoding: chunked\n\n1\na\n0\n", .truncated),
        ResponseRow("HTTP/1.1 100 Continue\n\n", .truncated),
        ResponseRow("ICY 200 OK\n", .badStartLine),
        ResponseRow("HTTP/1.1\n", .badStartLine),
        ResponseRow("HTTP/1.1 20 OK\n", .badStartLine),
        ResponseRow("HTTP/1.1 2000 OK\n", .badStartLine),
        ResponseRow("HTTP/1.1 +20 OK\n", .badStartLine),
        ResponseRow("HTTP/1.1 099 OK\n", .badStartLine),
        ResponseRow("HTTP/1.1 600 OK\n", .badStartLine),
        ResponseRow("HTTP/1.1  200 OK\n", .badStartLine),
        ResponseRow("HTTP/1.1 200 O\u{0}K\n", .badStartLine),
        ResponseRow("HTTP/1.1 200 O\rK\n", .badStartLine),
        ResponseRow("\nHTTP/1.1 200 OK\n", .badStartLine),
        ResponseRow("HTTP/2.0 200 OK\n", .unsupportedVersion),
        ResponseRow("HTTP/1.1 200 OK¶", .bareLineFeed),
        ResponseRow("HTTP/1.1 200 \(many("O", 29))", .startLineTooLong),
        ResponseRow("HTTP/1.1 200 OK\nX y\n", .badField),
        ResponseRow("HTTP/1.1 200 OK\n X: y\n", .badField),
        ResponseRow("HTTP/1.1 200 OK\nX: \(many("y", 70))", .fieldsTooLarge),
        ResponseRow(
            many("HTTP/1.1 100 Continue\n\n", 9), .fieldsTooLarge),
        ResponseRow("HTTP/1.1 200 OK\nContent-Length: 1\nContent-Length: 1\n\na", .badLength),
        ResponseRow(
            "HTTP/1.1 200 OK\nContent-Length: 1\nTransfer-Encoding: chunked\n\n",
            .contradictingLengths),
        ResponseRow("HTTP/1.1 200 OK\nTransfer-Encoding: gzip\n\n", .unknownCoding),
        ResponseRow("HTTP/1.0 200 OK\nTransfer-Encoding: chunked\n\n", .badLength),
        ResponseRow("HTTP/1.1 200 OK\nContent-Length: 9\n\n", .bodyTooLarge),
        ResponseRow("HTTP/1.1 200 OK\n\n123456789", .bodyTooLarge),
        ResponseRow("HTTP/1.1 200 OK\nTransfer-Encoding: chunked\n\n9\n", .bodyTooLarge),
    ]
}
