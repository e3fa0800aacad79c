import Testing
import WebWire

@Suite("Request reader")
struct RequestReaderTests {
    @Test("A request is read however it is cut", arguments: RequestRow.read)
    func reads(row: RequestRow) {
        expect(Reading(events: row.events), howeverCut: row.bytes) { readRequests($0) }
    }

    @Test("What is no request is refused, with the status that fits", arguments: RefusalRow.all)
    func refuses(row: RefusalRow) {
        expect(Reading(fault: row.fault), howeverCut: row.bytes) { readRequests($0) }
        #expect(row.fault.status.rawValue == row.status)
    }

    @Test("What is beyond a limit is refused before it is kept", arguments: RefusalRow.beyondLimits)
    func limits(row: RefusalRow) {
        expect(Reading(fault: row.fault), howeverCut: row.bytes) {
            readRequests($0, limits: .small)
        }
        #expect(row.fault.status.rawValue == row.status)
    }

    @Test("What is just within the limits is read", arguments: RequestRow.withinLimits)
    func withinLimits(row: RequestRow) {
        expect(Reading(events: row.events), howeverCut: row.bytes) {
            readRequests($0, limits: .small)
        }
    }

    @Test("A fault ends all reading, whatever follows")
    func fault() throws {
        var reader = RequestReader(limits: HTTPLimits())
        let bad = [UInt8](lines: "GET / HTTP/9.9\n")
        let good = [UInt8](lines: "GET / HTTP/1.0\n\n")
        var position = 0
        #expect(throws: HTTPFault.unsupportedVersion) {
            try reader.next(in: bad.span, at: &position)
        }
        position = 0
        let event = try reader.next(in: good.span, at: &position)

        #expect(event == nil)
        #expect(position == good.count)
        #expect(!reader.isIdle)
    }

    @Test("What follows a request is left alone")
    func rest() throws {
        var reader = RequestReader(limits: HTTPLimits())
        let bytes = [UInt8](lines: "GET /a HTTP/1.0\n\nGET /b HTTP/1.0\n\n\u{81}\u{80}")
        var position = 0
        let first = try reader.next(in: bytes.span, at: &position)

        #expect(first == .request(HTTPRequest(.get, RequestTarget(["a"]), version: .onePointZero)))
        #expect(position == 19)
        #expect(reader.isIdle)
    }

    @Test("A reader is idle between requests only")
    func idle() throws {
        var reader = RequestReader(limits: HTTPLimits())
        var wasIdle: [Bool] = []
        for byte in [UInt8](lines: "GET / HTTP/1.0\n\n") {
            wasIdle.append(reader.isIdle)
            var position = 0
            _ = try reader.next(in: [byte].span, at: &position)
        }

        #expect(wasIdle == [true] + Array(repeating: false, count: 17))
        #expect(reader.isIdle)
    }

    @Test(
        "A connection stays as the versions have it",
        arguments: [
            ("HTTP/1.1\nHost: h", true),
            ("HTTP/1.1\nHost: h\nConnection: close", false),
            ("HTTP/1.1\nHost: h\nConnection: Upgrade, CLOSE", false),
            ("HTTP/1.1\nHost: h\nConnection: upgrade\nConnection: close", false),
            ("HTTP/1.0", false),
            ("HTTP/1.0\nConnection: keep-alive", true),
            ("HTTP/1.0\nConnection: Keep-Alive, close", false),
        ])
    func keepsAlive(head: String, keeps: Bool) throws {
        let reading = readRequests([[UInt8](lines: "GET / \(head)\n\n")])
        guard case .request(let request)? = reading.events.first else {
            Issue.record("no request in \(head)")
            return
        }

        #expect(request.keepsAlive == keeps)
    }
}

/// A stream, and the events that it holds.
struct RequestRow: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let bytes: [UInt8]
    let events: [RequestReader.Event]

    init(_ text: String, _ events: RequestReader.Event...) {
        testDescription = label(text)
        bytes = [UInt8](lines: text)
        self.events = events
    }

    static let read = [
        RequestRow(
            "GET /1/app/i/key?limit=5 HTTP/1.1\nHost: h:1\nX-Simperium-Token: abc\n\n",
            .request(
                HTTPRequest(
                    .get, RequestTarget(["1", "app", "i", "key"], query: ["limit": "5"]),
                    fields: ["host": "h:1", "x-simperium-token": "abc"]))),
        RequestRow(
            "POST /a HTTP/1.1\nHost:\t h \t\nContent-Length: 3\n\nabc",
            .post("abc", ["Host": "h", "Content-Length": "3"])),
        // A request without a length has no body, whatever its method.
        RequestRow("POST /a HTTP/1.1\nHost: h\n\n", .post("", ["Host": "h"])),
        RequestRow(
            "POST /a HTTP/1.1\nHost: h\nContent-Length: 0003\n\nabc",
            .post("abc", ["Host": "h", "Content-Length": "0003"])),
        RequestRow(
            "POST /a HTTP/1.1\nHost: h\ntransfer-encoding: Chunked\n\n3\nabc\n00A;x=y ; z\n0123456789\n0\n\n",
            .post("abc0123456789", ["Host": "h", "Transfer-Encoding": "Chunked"])),
        // Trailers are read, and dropped.
        RequestRow(
            "POST /a HTTP/1.1\nHost: h\nTransfer-Encoding: chunked\n\n1\na\n0\nHost: evil\nX: y\n\n",
            .post("a", ["Host": "h", "Transfer-Encoding": "chunked"])),
        RequestRow(
            "POST /a HTTP/1.1\nHost: h\nTransfer-Encoding: chunked\n\n0\n\n",
            .post("", ["Host": "h", "Transfer-Encoding": "chunked"])),
        // Pipelined, with the stray line of an old client between them.
        RequestRow(
            "POST /a HTTP/1.1\nHost: h\nContent-Length: 1\n\nx\nPOST /a HTTP/1.1\nHost: h\n\n",
            .post("x", ["Host": "h", "Content-Length": "1"]), .post("", ["Host": "h"])),
        RequestRow(
            "POST /a HTTP/1.1\nHost: h\nExpect: 100-Continue\nContent-Length: 1\n\nx",
            .continueExpected,
            .post("x", ["Host": "h", "Expect": "100-Continue", "Content-Length": "1"])),
        // Nothing to wait for, and a version that knows of no waiting.
        RequestRow(
            "POST /a HTTP/1.1\nHost: h\nExpect: 100-continue\n\n",
            .post("", ["Host": "h", "Expect": "100-continue"])),
        RequestRow(
            "POST /a HTTP/1.0\nExpect: 100-continue\nContent-Length: 1\n\nx",
            .request(
                HTTPRequest(
                    .post, RequestTarget(["a"]), version: .onePointZero,
                    fields: ["Expect": "100-continue", "Content-Length": "1"], body: [0x78]))),
        RequestRow(
            "OPTIONS * HTTP/1.1\nHost: h\n\n",
            .request(HTTPRequest(.options, RequestTarget([]), fields: ["Host": "h"]))),
        RequestRow(
            "M-SEARCH http://example.org:80/a%20b/?q HTTP/1.1\nHost: h\n\n",
            .request(
                HTTPRequest(
                    HTTPMethod(rawValue: "M-SEARCH"),
                    RequestTarget(["a b"], endsInSlash: true, query: ["q": ""]),
                    fields: ["Host": "h"]))),
        RequestRow(
            "GET / HTTP/1.0\n\n",
            .request(
                HTTPRequest(.get, RequestTarget([""]), version: .onePointZero))),
        RequestRow(
            "POST /a HTTP/1.1\nHost: [::1]:8383\nX-Odd: \u{E9}\t!\nX-Odd:\n\n",
            .post("", ["Host": "[::1]:8383", "X-Odd": "\u{E9}\t!", "x-odd": ""])),
    ]

    static let withinLimits = [
        RequestRow(
            "GET /\(String(repeating: "a", count: 26)) HTTP/1.0\n\n",
            .request(
                HTTPRequest(
                    .get, RequestTarget([String(repeating: "a", count: 26)]),
                    version: .onePointZero))),
        RequestRow(
            "POST /a HTTP/1.1\nHost: h\nContent-Length: 8\nA: \(String(repeating: "b", count: 31))\nC:\n\n12345678",
            .post(
                "12345678",
                [
                    "Host": "h", "Content-Length": "8", "A": String(repeating: "b", count: 31),
                    "C": "",
                ])),
        RequestRow(
            "POST /a HTTP/1.1\nHost: h\nTransfer-Encoding: chunked\n\n4;\(String(repeating: "x", count: 59))\n1234\n4\n5678\n0\n\n",
            .post("12345678", ["Host": "h", "Transfer-Encoding": "chunked"])),
    ]
}

/// What must be refused, how, and with which status.
struct RefusalRow: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let bytes: [UInt8]
    let fault: HTTPFault
    let status: Int

    init(_ text: String, _ fault: HTTPFault, _ status: Int = 400) {
        testDescription = label(text)
        bytes = [UInt8](lines: text)
        self.fault = fault
        self.status = status
    }

    private static let head = "POST /a HTTP/1.1\nHost: h\n"
    private static let chunked = head + "Transfer-Encoding: chunked\n\n"

    static let all = startLines + targets + fields + lengths + chunks

    private static let startLines = [
        RefusalRow("GET /\n", .badStartLine),
        RefusalRow("GET  / HTTP/1.1\n", .badStartLine),
        RefusalRow("GET / HTTP/1.1 \n", .badStartLine),
        RefusalRow(" GET / HTTP/1.1\n", .badStartLine),
        RefusalRow("GET\t/\tHTTP/1.1\n", .badStartLine),
        RefusalRow("G(T / HTTP/1.1\n", .badStartLine),
        RefusalRow("GET / http/1.1\n", .badStartLine),
        RefusalRow("GET / HTTP/11\n", .badStartLine),
        RefusalRow("GET / HTTP/1.x\n", .badStartLine),
        RefusalRow("GET / HTTP/1.1\r\n", .badStartLine),
        RefusalRow("\u{0} / HTTP/1.1\n", .badStartLine),
        RefusalRow("\n\n", .badStartLine),
        RefusalRow("GET / HTTP/1.1¶", .bareLineFeed),
        RefusalRow("¶", .bareLineFeed),
        RefusalRow("GET / HTTP/2.0\n", .unsupportedVersion, 505),
        RefusalRow("PRI * HTTP/2.0\n", .unsupportedVersion, 505),
        RefusalRow("GET / HTTP/1.2\n", .unsupportedVersion, 505),
        RefusalRow("GET / HTTP/0.9\n", .unsupportedVersion, 505),
        RefusalRow("GET /\(String(repeating: "a", count: 9_000))", .startLineTooLong, 414),
    ]

    private static let targets = [
        RefusalRow("GET a HTTP/1.1\n", .badTarget),
        RefusalRow("GET * HTTP/1.1\n", .badTarget),
        RefusalRow("CONNECT h:443 HTTP/1.1\n", .badTarget),
        RefusalRow("GET ftp://h/ HTTP/1.1\n", .badTarget),
        RefusalRow("GET http:///a HTTP/1.1\n", .badTarget),
        RefusalRow("GET /a#b HTTP/1.1\n", .badTarget),
        RefusalRow("GET /\u{E9} HTTP/1.1\n", .badTarget),
        RefusalRow("GET /\u{1} HTTP/1.1\n", .badTarget),
        RefusalRow("GET /a\rb HTTP/1.1\n", .badTarget),
        RefusalRow("GET /a/../b HTTP/1.1\n", .badTarget),
        RefusalRow("GET /%2e%2E HTTP/1.1\n", .badTarget),
        RefusalRow("GET /./ HTTP/1.1\n", .badTarget),
        RefusalRow("GET /%2 HTTP/1.1\n", .badEscape),
        RefusalRow("GET /%zz HTTP/1.1\n", .badEscape),
        RefusalRow("GET /%FF HTTP/1.1\n", .badEscape),
        RefusalRow("GET /%00 HTTP/1.1\n", .badEscape),
        RefusalRow("GET /?a=%e2%82 HTTP/1.1\n", .badEscape),
    ]

    private static let fields = [
        RefusalRow(head + "X : y\n", .badField),
        RefusalRow(head + "X\t: y\n", .badField),
        RefusalRow(head + "X y\n", .badField),
        RefusalRow(head + ": y\n", .badField),
        RefusalRow(head + "X(: y\n", .badField),
        RefusalRow(head + "\u{E9}: y\n", .badField),
        RefusalRow(head + "X: y\n folded\n", .badField),
        RefusalRow(head + "X: y\n\tfolded\n", .badField),
        RefusalRow("GET / HTTP/1.1\n Host: h\n", .badField),
        RefusalRow(head + "X: a\u{0}b\n", .badField),
        RefusalRow(head + "X: a\u{7F}b\n", .badField),
        RefusalRow(head + "X: a\rHost: evil\n", .badField),
        RefusalRow(head + "X: a\r\n", .badField),
        RefusalRow(head + "X: y¶", .bareLineFeed),
        RefusalRow(head + "¶", .bareLineFeed),
        RefusalRow("GET / HTTP/1.1\n\n", .badHost),
        RefusalRow(head + "Host: h\n\n", .badHost),
        RefusalRow("GET / HTTP/1.0\nHost: a\nhost: b\n\n", .badHost),
        RefusalRow("GET / HTTP/1.1\nHost: a, b\n\n", .badHost),
        RefusalRow("GET / HTTP/1.1\nHost: a b\n\n", .badHost),
        RefusalRow("GET / HTTP/1.1\nHost: a/b\n\n", .badHost),
        RefusalRow("GET / HTTP/1.1\nHost: a@b\n\n", .badHost),
        RefusalRow(head + "Expect: magic\n\n", .unknownExpectation, 417),
        RefusalRow(head + "X: \(String(repeating: "a", count: 17_000))", .fieldsTooLarge, 431),
        RefusalRow(head + String(repeating: "X: y\n", count: 100), .fieldsTooLarge, 431),
    ]

    private static let lengths = [
        RefusalRow(head + "Content-Length: 5\nContent-Length: 6\n\n", .badLength),
        RefusalRow(head + "Content-Length: 5\nContent-Length: 5\n\n", .badLength),
        RefusalRow(head + "Content-Length: 5, 5\n\n", .badLength),
        RefusalRow(head + "Content-Length: +5\n\n", .badLength),
        RefusalRow(head + "Content-Length: -5\n\n", .badLength),
        RefusalRow(head + "Content-Length: 0x5\n\n", .badLength),
        RefusalRow(head + "Content-Length: 5 5\n\n", .badLength),
        RefusalRow(head + "Content-Length:\n\n", .badLength),
        RefusalRow(
            head + "Content-Length: 5\nTransfer-Encoding: chunked\n\n", .contradictingLengths),
        RefusalRow("POST / HTTP/1.0\nTransfer-Encoding: chunked\n\n", .badLength),
        RefusalRow(head + "Transfer-Encoding: gzip\n\n", .unknownCoding, 501),
        RefusalRow(head + "Transfer-Encoding: gzip, chunked\n\n", .unknownCoding, 501),
        RefusalRow(head + "Transfer-Encoding: chunked, chunked\n\n", .unknownCoding, 501),
        RefusalRow(head + "Transfer-Encoding: identity\n\n", .unknownCoding, 501),
        RefusalRow(head + "Transfer-Encoding: xchunked\n\n", .unknownCoding, 501),
        RefusalRow(head + "Transfer-Encoding:\n\n", .unknownCoding, 501),
        RefusalRow(head + "Content-Length: 1048577\n\n", .bodyTooLarge, 413),
        RefusalRow(head + "Content-Length: 99999999999999999999\n\n", .bodyTooLarge, 413),
        RefusalRow(
            head + "Expect: 100-continue\nContent-Length: 1048577\n\n", .bodyTooLarge, 413),
    ]

    private static let chunks = [
        RefusalRow(chunked + "\n", .badChunk),
        RefusalRow(chunked + "g\n", .badChunk),
        RefusalRow(chunked + "-1\n", .badChunk),
        RefusalRow(chunked + "0x1\n", .badChunk),
        RefusalRow(chunked + " 1\n", .badChunk),
        RefusalRow(chunked + "1 \n", .badChunk),
        RefusalRow(chunked + "1 2\n", .badChunk),
        RefusalRow(chunked + "1;a=\u{0}\n", .badChunk),
        RefusalRow(chunked + "1;a\rb\n", .badChunk),
        RefusalRow(chunked + "1¶", .bareLineFeed),
        RefusalRow(chunked + "1\na¶", .bareLineFeed),
        RefusalRow(chunked + "1\nab\n", .badChunk),
        RefusalRow(chunked + "1\n\u{0}ab\n", .badChunk),
        RefusalRow(chunked + "00000000000000001\n", .badChunk),
        RefusalRow(chunked + "ffffffffffffffff\n", .bodyTooLarge, 413),
        RefusalRow(chunked + "100001\n", .bodyTooLarge, 413),
        RefusalRow(chunked + "0\nX y\n", .badField),
        RefusalRow(chunked + "0\nX: y¶", .bareLineFeed),
        RefusalRow(chunked + "1;\(String(repeating: "x", count: 17_000))", .badChunk),
    ]

    static let beyondLimits = [
        RefusalRow("GET /\(String(repeating: "a", count: 27)) HTTP/1.0\n", .startLineTooLong, 414),
        RefusalRow("GET /\(String(repeating: "a", count: 37))", .startLineTooLong, 414),
        RefusalRow(head + "A: \(String(repeating: "b", count: 51))\n", .fieldsTooLarge, 431),
        RefusalRow(head + "A: \(String(repeating: "b", count: 53))", .fieldsTooLarge, 431),
        RefusalRow(head + "A:\nB:\nC:\nD:\n", .fieldsTooLarge, 431),
        RefusalRow(head + "Content-Length: 9\n\n", .bodyTooLarge, 413),
        RefusalRow(chunked + "9\n", .bodyTooLarge, 413),
        RefusalRow(chunked + "8\n12345678\n1\n", .bodyTooLarge, 413),
        RefusalRow(chunked + "1;\(String(repeating: "x", count: 60))\n", .badChunk),
        RefusalRow(
            chunked + String(repeating: "1;\(String(repeating: "x", count: 9))\na\n", count: 7),
            .badChunk),
        RefusalRow(chunked + "0\nA:\nB:\nC:\nD:\nE:\n", .fieldsTooLarge, 431),
        RefusalRow(chunked + "0\nA: \(String(repeating: "b", count: 60))\n", .fieldsTooLarge, 431),
    ]
}

extension RequestReader.Event {
    /// A POST of `body` to `/a`.
    static func post(_ body: String, _ fields: HTTPFields) -> Self {
        .request(HTTPRequest(.post, RequestTarget(["a"]), fields: fields, body: Array(body.utf8)))
    }
}
