import SimperiumWebWire
import Testing

@Suite("HTTP writing")
struct HTTPWritingTests {
    private static let get = HTTPRequest(.get, RequestTarget(["a"]), fields: ["Host": "h"])
    private static let head = HTTPRequest(.head, RequestTarget(["a"]), fields: ["Host": "h"])
    private static let old = HTTPRequest(
        .get, RequestTarget(["a"]), version: .onePointZero, fields: ["Connection": "keep-alive"])
    private static let last = HTTPRequest(
        .get, RequestTarget(["a"]), fields: ["Host": "h", "Connection": "close"])

    @Test(
        "A response contains its length, and closes the connection if either side wants that",
        arguments: [
            (HTTPResponse(.ok, body: [0x61]), get, "HTTP/1.1 200 OK\nContent-Length: 1\n\na"),
            (HTTPResponse(.notFound), get, "HTTP/1.1 404 Not Found\nContent-Length: 0\n\n"),
            (HTTPResponse(.ok, body: [0x61]), head, "HTTP/1.1 200 OK\nContent-Length: 1\n\n"),
            (HTTPResponse(.noContent, body: [0x61]), get, "HTTP/1.1 204 No Content\n\n"),
            (HTTPResponse(.notModified, body: [0x61]), get, "HTTP/1.1 304 Not Modified\n\n"),
            (HTTPResponse(.continue), nil, "HTTP/1.1 100 Continue\n\n"),
            (
                HTTPResponse(.badRequest), nil,
                "HTTP/1.1 400 Bad Request\nContent-Length: 0\nConnection: close\n\n"
            ),
            (
                HTTPResponse(.ok), last,
                "HTTP/1.1 200 OK\nContent-Length: 0\nConnection: close\n\n"
            ),
            (
                HTTPResponse(.ok), old,
                "HTTP/1.1 200 OK\nContent-Length: 0\nConnection: keep-alive\n\n"
            ),
            (
                HTTPResponse(HTTPStatus(rawValue: 299), fields: ["Date": "today"]), get,
                "HTTP/1.1 299 \nDate: today\nContent-Length: 0\n\n"
            ),
            (
                HTTPResponse(.ok, fields: ["Upgrade": "x"]), last,
                "HTTP/1.1 200 OK\nUpgrade: x\nContent-Length: 0\nConnection: Upgrade, close\n\n"
            ),
            // Fields that only the writer may set are left out.
            (
                HTTPResponse(
                    .ok,
                    fields: [
                        "content-length": "9", "Transfer-Encoding": "chunked", "X": "y",
                        "connection": "close",
                    ]), get, "HTTP/1.1 200 OK\nX: y\nContent-Length: 0\n\n"
            ),
        ] as [(HTTPResponse, HTTPRequest?, String)])
    func responses(response: HTTPResponse, request: HTTPRequest?, text: String) {
        #expect(self.text(of: response.encoded(answering: request)) == text)
    }

    @Test("A request contains its length")
    func requests() {
        for (request, text) in [
            (Self.get, "GET /a HTTP/1.1\nHost: h\n\n"),
            (
                HTTPRequest(.post, RequestTarget(["a"], query: ["b": "c"]), fields: ["Host": "h"]),
                "POST /a?b=c HTTP/1.1\nHost: h\nContent-Length: 0\n\n"
            ),
            (
                HTTPRequest(
                    .put, RequestTarget(["a"]),
                    fields: ["Host": "h", "Content-Length": "7", "Connection": "close"],
                    body: [0x61]),
                "PUT /a HTTP/1.1\nHost: h\nConnection: close\nContent-Length: 1\n\na"
            ),
            (
                HTTPRequest(.delete, RequestTarget(["a"]), fields: ["Host": "h"], body: [0x61]),
                "DELETE /a HTTP/1.1\nHost: h\nContent-Length: 1\n\na"
            ),
        ] {
            #expect(self.text(of: request.encoded()) == text)
        }
    }

    @Test("A value can't end its line, and a response may close its connection")
    func injection() {
        for (value, written) in [
            ("a\r\nSet-Cookie: b", "a  Set-Cookie: b"), ("a\nb", "a b"), ("a\rb", "a b"),
            ("a\u{0}b\u{7F}c", "a b c"), ("tab\tstays", "tab\tstays"), ("so does é", "so does é"),
        ] {
            let response = HTTPResponse(.noContent, fields: ["X": value])
            #expect(response.fields["X"] == written, "\(value)")
            let bytes = response.encoded(answering: Self.get)
            #expect(text(of: bytes) == "HTTP/1.1 204 No Content\nX: \(written)\n\n", "\(value)")
        }
        var response = HTTPResponse(.ok)
        response.closesConnection = true
        let bytes = response.encoded(answering: Self.get)
        #expect(text(of: bytes) == "HTTP/1.1 200 OK\nContent-Length: 0\nConnection: close\n\n")
    }

    private func text(of bytes: [UInt8]) -> String {
        String(decoding: bytes, as: UTF8.self).replacing("\r\n", with: "\n")
    }
}

@Suite("HTTP fields")
struct HTTPFieldsTests {
    private let fields: HTTPFields = [
        "Host": "h", "Accept": "a, B ;q=1,,c", "x-a": "1", "ACCEPT": "\td", "X-A": "2", "Empty": "",
    ]

    @Test("Names ignore case, and values don't")
    func lookup() {
        #expect(fields["host"] == "h")
        #expect(fields["X-A"] == "1")
        #expect(fields.values(of: "X-a") == ["1", "2"])
        #expect(fields["Accept"] == "a, B ;q=1,,c")
        #expect(fields["empty"] == "")
        #expect(fields["Hos"] == nil)
        #expect(fields["Hosts"] == nil)

        let one: HTTPFields = ["A": "b"]

        #expect(one == ["a": "b"])
        #expect(one.hashValue == (["a": "b"] as HTTPFields).hashValue)
        #expect(one != ["a": "B"])
        #expect(one != ["Ab": ""])
        #expect(one != ["A": "b", "C": "d"])
    }

    @Test("All fields of one name form one list")
    func lists() {
        for (word, isListed) in [
            ("a", true), ("A", true), ("c", true), ("D", true), ("b", false), ("b ;q=1", true),
            ("", false), ("h", false),
        ] {
            #expect(fields.hasListItem(word, in: "accept") == isListed, "\(word)")
        }
    }
}
