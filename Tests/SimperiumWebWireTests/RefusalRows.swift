import SimperiumWebWire
import Testing

/// Bytes that must be refused, with the error and the status.
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
        RefusalRow("\n\n\n\n\n\n\n\n\n", .badStartLine),
        RefusalRow("GET / HTTP/1.1¶", .bareLineFeed),
        RefusalRow("¶", .bareLineFeed),
        RefusalRow("GET / HTTP/2.0\n", .unsupportedVersion, 505),
        RefusalRow("PRI * HTTP/2.0\n", .unsupportedVersion, 505),
        RefusalRow("GET / HTTP/1.2\n", .unsupportedVersion, 505),
        RefusalRow("GET / HTTP/0.9\n", .unsupportedVersion, 505),
        RefusalRow("GET /\(many("a", 9_000))", .startLineTooLong, 414),
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
        RefusalRow(
            "GET /a?" + String(repeating: "b&", count: 1_001) + " HTTP/1.1\n", .tooManyParameters),
        RefusalRow("GET /%2e%2E HTTP/1.1\n", .badTarget),
        RefusalRow("GET /./ HTTP/1.1\n", .badTarget),
        RefusalRow("GET /%2 HTTP/1.1\n", .badEscape),
        RefusalRow("GET /%zz HTTP/1.1\n", .badEscape),
        RefusalRow("GET /%FF HTTP/1.1\n", .badEscape),
        RefusalRow("GET /%00 HTTP/1.1\n", .badEscape),
        RefusalRow("GET /?a=%e2%82 HTTP/1.1\n", .badEscape),
    ]

    private static let fields = [
        RefusalRow(postHead + "X : y\n", .badField),
        RefusalRow(postHead + "X\t: y\n", .badField),
        RefusalRow(postHead + "X y\n", .badField),
        RefusalRow(postHead + ": y\n", .badField),
        RefusalRow(postHead + "X(: y\n", .badField),
        RefusalRow(postHead + "\u{E9}: y\n", .badField),
        RefusalRow(postHead + "X: y\n folded\n", .badField),
        RefusalRow(postHead + "X: y\n\tfolded\n", .badField),
        RefusalRow("GET / HTTP/1.1\n Host: h\n", .badField),
        RefusalRow(postHead + "X: a\u{0}b\n", .badField),
        RefusalRow(postHead + "X: a\u{7F}b\n", .badField),
        RefusalRow(postHead + "X: a\rHost: evil\n", .badField),
        RefusalRow(postHead + "X: a\r\n", .badField),
        RefusalRow(postHead + "X: y¶", .bareLineFeed),
        RefusalRow(postHead + "¶", .bareLineFeed),
        RefusalRow("GET / HTTP/1.1\n\n", .badHost),
        RefusalRow(postHead + "Host: h\n\n", .badHost),
        RefusalRow("GET / HTTP/1.0\nHost: a\nhost: b\n\n", .badHost),
        RefusalRow("GET / HTTP/1.1\nHost: a, b\n\n", .badHost),
        RefusalRow("GET / HTTP/1.1\nHost: a b\n\n", .badHost),
        RefusalRow("GET / HTTP/1.1\nHost: a/b\n\n", .badHost),
        RefusalRow("GET / HTTP/1.1\nHost: a@b\n\n", .badHost),
        RefusalRow(postHead + "Expect: magic\n\n", .unknownExpectation, 417),
        RefusalRow(postHead + "X: \(many("a", 17_000))", .fieldsTooLarge, 431),
        RefusalRow(postHead + many("X: y\n", 100), .fieldsTooLarge, 431),
    ]

    private static let lengths = [
        RefusalRow(postHead + "Content-Length: 5\nContent-Length: 6\n\n", .badLength),
        RefusalRow(postHead + "Content-Length: 5\nContent-Length: 5\n\n", .badLength),
        RefusalRow(postHead + "Content-Length: 5, 5\n\n", .badLength),
        RefusalRow(postHead + "Content-Length: +5\n\n", .badLength),
        RefusalRow(postHead + "Content-Length: -5\n\n", .badLength),
        RefusalRow(postHead + "Content-Length: 0x5\n\n", .badLength),
        RefusalRow(postHead + "Content-Length: 5 5\n\n", .badLength),
        RefusalRow(postHead + "Content-Length:\n\n", .badLength),
        RefusalRow(
            postHead + "Content-Length: 5\nTransfer-Encoding: chunked\n\n", .contradictingLengths),
        RefusalRow("POST / HTTP/1.0\nTransfer-Encoding: chunked\n\n", .badLength),
        RefusalRow(postHead + "Transfer-Encoding: gzip\n\n", .unknownCoding, 501),
        RefusalRow(postHead + "Transfer-Encoding: gzip, chunked\n\n", .unknownCoding, 501),
        RefusalRow(postHead + "Transfer-Encoding: chunked, chunked\n\n", .unknownCoding, 501),
        RefusalRow(postHead + "Transfer-Encoding: identity\n\n", .unknownCoding, 501),
        RefusalRow(postHead + "Transfer-Encoding: xchunked\n\n", .unknownCoding, 501),
        RefusalRow(postHead + "Transfer-Encoding:\n\n", .unknownCoding, 501),
        RefusalRow(postHead + "Content-Length: 1048577\n\n", .bodyTooLarge, 413),
        RefusalRow(postHead + "Content-Length: 99999999999999999999\n\n", .bodyTooLarge, 413),
        RefusalRow(
            postHead + "Expect: 100-continue\nContent-Length: 1048577\n\n", .bodyTooLarge, 413),
    ]

    private static let chunks = [
        RefusalRow(postChunked + "\n", .badChunk),
        RefusalRow(postChunked + "g\n", .badChunk),
        RefusalRow(postChunked + "-1\n", .badChunk),
        RefusalRow(postChunked + "0x1\n", .badChunk),
        RefusalRow(postChunked + " 1\n", .badChunk),
        RefusalRow(postChunked + "1 \n", .badChunk),
        RefusalRow(postChunked + "1 2\n", .badChunk),
        RefusalRow(postChunked + "1;a=\u{0}\n", .badChunk),
        RefusalRow(postChunked + "1;a\rb\n", .badChunk),
        RefusalRow(postChunked + "1¶", .bareLineFeed),
        RefusalRow(postChunked + "1\na¶", .bareLineFeed),
        RefusalRow(postChunked + "1\nab\n", .badChunk),
        RefusalRow(postChunked + "1\n\u{0}ab\n", .badChunk),
        RefusalRow(postChunked + "00000000000000001\n", .badChunk),
        RefusalRow(postChunked + "ffffffffffffffff\n", .bodyTooLarge, 413),
        RefusalRow(postChunked + "100001\n", .bodyTooLarge, 413),
        RefusalRow(postChunked + "0\nX y\n", .badField),
        RefusalRow(postChunked + "0\nX: y¶", .bareLineFeed),
        RefusalRow(postChunked + "1;\(many("x", 17_000))", .badChunk),
    ]

    static let beyondLimits = [
        RefusalRow("GET /\(many("a", 27)) HTTP/1.0\n", .startLineTooLong, 414),
        RefusalRow("GET /\(many("a", 37))", .startLineTooLong, 414),
        RefusalRow(postHead + "A: \(many("b", 51))\n", .fieldsTooLarge, 431),
        RefusalRow(postHead + "A: \(many("b", 53))", .fieldsTooLarge, 431),
        RefusalRow(postHead + "A:\nB:\nC:\nD:\n", .fieldsTooLarge, 431),
        RefusalRow(postHead + "Content-Length: 9\n\n", .bodyTooLarge, 413),
        RefusalRow(postChunked + "9\n", .bodyTooLarge, 413),
        RefusalRow(postChunked + "8\n12345678\n1\n", .bodyTooLarge, 413),
        RefusalRow(postChunked + "1;\(many("x", 60))\n", .badChunk),
        RefusalRow(
            postChunked + String(repeating: "1;\(many("x", 9))\na\n", count: 7),
            .badChunk),
        RefusalRow(postChunked + "0\nA:\nB:\nC:\nD:\nE:\n", .fieldsTooLarge, 431),
        RefusalRow(postChunked + "0\nA: \(many("b", 60))\n", .fieldsTooLarge, 431),
    ]
}
