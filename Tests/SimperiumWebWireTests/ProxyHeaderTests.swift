import SimperiumWebWire
import Testing

@Suite("PROXY headers")
struct ProxyHeaderTests {
    /// A header of version 2.
    static func bytes(
        version: UInt8 = 0x21, family: UInt8 = 0x11, _ rest: [UInt8], length: Int? = nil
    ) -> [UInt8] {
        let length = length ?? rest.count
        return [0x0D, 0x0A, 0x0D, 0x0A, 0, 0x0D, 0x0A, 0x51, 0x55, 0x49, 0x54, 0x0A]
            + [version, family, UInt8(length >> 8), UInt8(length & 0xFF)] + rest
    }

    private static let four: [UInt8] = [192, 0, 2, 1, 198, 51, 100, 7, 0xDC, 4, 1, 0xBB]
    private static let six: [UInt8] =
        [0x20, 1, 0x0D, 0xB8] + [UInt8](repeating: 0, count: 11) + [7]
        + [UInt8](repeating: 9, count: 16) + [0, 80, 1, 0xBB]
    private static let mapped: [UInt8] =
        [UInt8](repeating: 0, count: 10) + [0xFF, 0xFF, 192, 0, 2, 1]
        + [UInt8](repeating: 9, count: 16) + [0, 80, 1, 0xBB]

    /// Headers, and their clients.
    static let rows: [([UInt8], [UInt8]?, UInt16?)] = [
        (Array("PROXY TCP4 192.0.2.1 198.51.100.7 56324 443\r\n".utf8), [192, 0, 2, 1], 56_324),
        (
            Array("PROXY TCP6 2001:db8::7 ::1 80 443\r\n".utf8),
            [0x20, 1, 0x0D, 0xB8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 7], 80
        ),
        (Array("PROXY TCP6 ::ffff:192.0.2.1 ::1 80 443\r\n".utf8), [192, 0, 2, 1], 80),
        // The address family is unknown, or the connection is the proxy's own.
        (Array("PROXY UNKNOWN\r\n".utf8), nil, nil),
        (Array("PROXY UNKNOWN ffff::1 ffff::2 65535 65535\r\n".utf8), nil, nil),
        (bytes(four), [192, 0, 2, 1], 56_324),
        (bytes(family: 0x21, six), Array(six.prefix(16)), 80),
        (bytes(family: 0x21, mapped), [192, 0, 2, 1], 80),
        // With Amazon's additions.
        (bytes(four + [0xEA, 0, 2, 1, 2]), [192, 0, 2, 1], 56_324),
        (bytes(version: 0x20, family: 0, []), nil, nil),
        (bytes(version: 0x20, four), nil, nil),
        (bytes(family: 0x31, [UInt8](repeating: 47, count: 216)), nil, nil),
    ]

    @Test(
        "A header is found in all cuts, and the bytes after it stay unread", arguments: rows)
    func header(bytes: [UInt8], host: [UInt8]?, port: UInt16?) throws {
        for count in 1..<bytes.count {
            #expect(ProxyHeader.search(in: Array(bytes.prefix(count))) == .incomplete, "\(count)")
        }
        for rest in [[], Array("GET / HTTP/1.1\r\n".utf8), Array("PROXY ".utf8)] {
            guard case .header(let header) = ProxyHeader.search(in: bytes + rest) else {
                Issue.record("no header")
                return
            }
            #expect(header.length == bytes.count)
            #expect(header.client?.host == host && header.client?.port == port)
        }
    }

    @Test("Another beginning is not a header, and a malformed header is refused at once")
    func absent() {
        for text in ["GET / HTTP/1.1\r\n", "POST ", "SSH-2.0-x", "\u{16}\u{3}\u{1}", "PROXIES "] {
            #expect(ProxyHeader.search(in: Array(text.utf8)) == .absent, "\(text)")
        }
        for bytes in Self.broken {
            #expect(ProxyHeader.search(in: bytes) == .malformed, "\(bytes)")
        }
    }

    static let broken: [[UInt8]] = [
        Array("PROXY TCP4 192.0.2.1 198.51.100.7 56324 443\n".utf8),
        Array("PROXY \r\n".utf8), Array("PROXY TCP4 192.0.2.1\r\n".utf8),
        Array("PROXY TCP4 192.0.2.256 198.51.100.7 1 2\r\n".utf8),
        Array("PROXY TCP4 example.org 198.51.100.7 1 2\r\n".utf8),
        Array("PROXY TCP4 192.0.2.1 198.51.100.7 65536 2\r\n".utf8),
        Array("PROXY TCP4 192.0.2.1 198.51.100.7 +1 2\r\n".utf8),
        Array("PROXY TCP4 192.0.2.1  198.51.100.7 1 2\r\n".utf8),
        Array(("PROXY " + String(repeating: "x", count: 110)).utf8),
        bytes(version: 0x11, four), bytes(version: 0x22, four), bytes(Array(four.prefix(8))),
        bytes([], length: 60_000),
    ]
}

@Suite("Clients behind a proxy")
struct TrustedProxiesTests {
    private let proxies = TrustedProxies(
        ["10.0.0.0/8", "2001:db8::/32"].compactMap { AddressRange($0) })

    @Test(
        "The client is the last address that is not a trusted proxy's",
        arguments: [
            (["192.0.2.1"], [192, 0, 2, 1]),
            // The client may have written the addresses before it.
            (["6.6.6.6, 192.0.2.1"], [192, 0, 2, 1]),
            (["192.0.2.1, 10.1.2.3"], [192, 0, 2, 1]),
            (["192.0.2.1", "10.1.2.3, 2001:db8::9"], [192, 0, 2, 1]),
            (["192.0.2.1:4711"], [192, 0, 2, 1]), ([" ::ffff:192.0.2.1 "], [192, 0, 2, 1]),
            (["[::1]:80"], [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]),
            (["[::ffff:192.0.2.1]:80"], [192, 0, 2, 1]),
            // The client is among the proxies.
            (["10.0.0.7, 10.1.2.3"], [10, 0, 0, 7]), (["unknown, 10.1.2.3"], [10, 1, 2, 3]),
            ([], nil), ([""], nil), (["unknown"], nil), (["192.0.2.1, unknown"], nil),
        ] as [([String], [UInt8]?)])
    func client(values: [String], expected: [UInt8]?) {
        var fields = HTTPFields()
        for value in values { fields.add("X-Forwarded-For", value) }
        #expect(proxies.forwardedClient(in: fields) == expected)
    }
}

@Suite("Pages for a server of this machine only")
struct PageRuleTests {
    private let rule = OriginPolicy.local(
        names: ["Box"], allowed: [WebOrigin("https://play.example.org")].compactMap(\.self))

    @Test(
        "Pages of this machine and allowed pages are admitted, and no others",
        arguments: [
            (nil, nil, true), ("127.0.0.1:8383", nil, true), ("localhost:8383", nil, true),
            ("[::ffff:127.0.0.1]:8383", nil, true), ("[::ffff:10.0.0.1]:8383", nil, false),
            ("[::1]:8383", "http://localhost:3000", true), ("box", "http://box:8383", true),
            ("127.9.9.9", "http://app.localhost", true), ("LOCALHOST", "HTTP://LOCALHOST", true),
            ("127.0.0.1:8383", "https://evil.example", false),
            ("127.0.0.1:8383", "null", false), ("127.0.0.1:8383", "", false),
            // A name of the page's site that resolves to this machine.
            ("evil.example:8383", nil, false), ("evil.example", "http://evil.example", false),
            ("127.0.0.1.evil.example", nil, false), ("localhost.evil.example", nil, false),
            // Without its bracket, this is no address.
            ("[::11", nil, false), ("127.0.0.1", "http://[::11", false),
            ("127.0.0.1:8383", "http://127.0.0.1@evil.example", false),
            ("play.example.org", nil, true), ("127.0.0.1", "https://play.example.org", true),
            ("127.0.0.1", "http://play.example.org", false),
            ("127.0.0.1", "https://play.example.org:444", false),
        ] as [(String?, String?, Bool)])
    func pages(host: String?, origin: String?, isAdmitted: Bool) throws {
        var fields = HTTPFields()
        if let host { fields.add("Host", host) }
        if let origin { fields.add("Origin", origin) }
        let request = HTTPRequest(.get, try RequestTarget("/"), fields: fields, body: [])
        #expect(rule.isAllowed(request) == isAdmitted)
        #expect(OriginPolicy.all.isAllowed(request))
    }
}
