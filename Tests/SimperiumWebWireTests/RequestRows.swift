import SimperiumWebWire
import Testing

/// The first lines of the requests in most rows.
let postHead = "POST /a HTTP/1.1\nHost: h\n"
let postChunked = postHead + "Transfer-Encoding: chunked\n\n"

/// A stream and its events.
struct RequestRow: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let bytes: [UInt8]
    let events: [RequestReader.RequestEvent]

    init(_ text: String, _ events: RequestReader.RequestEvent...) {
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
            .post("abc", ["Content-Length": "3"])),
        // Old clients end a body with a line that is not counted.
        RequestRow("\n\n" + postHead + "\n", .post("")),
        // A request without a length has no body, for any method.
        RequestRow(postHead + "\n", .post("")),
        RequestRow(
            postHead + "Content-Length: 0003\n\nabc",
            .post("abc", ["Content-Length": "0003"])),
        RequestRow(
            postHead + "transfer-encoding: Chunked\n\n3\nabc\n00A;x=y ; z\n0123456789\n0\n\n",
            .post("abc0123456789", ["Transfer-Encoding": "Chunked"])),
        // Trailers are read and dropped.
        RequestRow(
            postChunked + "1\na\n0\nHost: evil\nX: y\n\n",
            .post("a", ["Transfer-Encoding": "chunked"])),
        RequestRow(
            postChunked + "0\n\n",
            .post("", ["Transfer-Encoding": "chunked"])),
        // Pipelined, with an old client's stray line between the requests.
        RequestRow(
            postHead + "Content-Length: 1\n\nx\nPOST /a HTTP/1.1\nHost: h\n\n",
            .post("x", ["Content-Length": "1"]), .post("")),
        RequestRow(
            postHead + "Expect: 100-Continue\nContent-Length: 1\n\nx",
            .continueExpected,
            .post("x", ["Expect": "100-Continue", "Content-Length": "1"])),
        // Without a body to wait for, and in a version without waiting.
        RequestRow(
            postHead + "Expect: 100-continue\n\n",
            .post("", ["Expect": "100-continue"])),
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
            "OPTIONS / HTTP/1.1\nHost: [::1]:8383\n\n",
            .request(HTTPRequest(.options, RequestTarget([""]), fields: ["Host": "[::1]:8383"]))),
        RequestRow(
            postHead + "X-Odd: \u{E9}\t!\nX-Odd:\n\n",
            .post("", ["X-Odd": "\u{E9}\t!", "x-odd": ""])),
    ]

    static let withinLimits = [
        RequestRow(
            "GET /\(many("a", 26)) HTTP/1.0\n\n",
            .request(
                HTTPRequest(
                    .get, RequestTarget([many("a", 26)]),
                    version: .onePointZero))),
        RequestRow(
            postHead + "Content-Length: 8\nA: \(many("b", 31))\nC:\n\n12345678",
            .post(
                "12345678",
                [
                    "Content-Length": "8", "A": many("b", 31),
                    "C": "",
                ])),
        RequestRow(
            postChunked + "4;\(many("x", 59))\n1234\n4\n5678\n0\n\n",
            .post("12345678", ["Transfer-Encoding": "chunked"])),
    ]
}

extension RequestReader.RequestEvent {
    /// A POST of `body` to `/a`, with `Host: h` before the other fields.
    static func post(_ body: String, _ others: HTTPFields = [:]) -> Self {
        var fields: HTTPFields = ["Host": "h"]
        fields.add(others)
        return .request(
            HTTPRequest(.post, RequestTarget(["a"]), fields: fields, body: Array(body.utf8)))
    }
}
