import SimperiumWebWire
import Testing

@Suite("Web address")
struct WebSocketAddressTests {
    @Test(
        "An address has a host, a port, a target and encryption",
        arguments: [
            ("ws://play.example/", "play.example", 80, false, "ws://play.example/"),
            (
                "wss://play.example/sock/1/a", "play.example", 443, true,
                "wss://play.example/sock/1/a"
            ),
            ("play.example:8383", "play.example", 8_383, false, "ws://play.example:8383/"),
            ("ws://127.0.0.1:1/x?y=1", "127.0.0.1", 1, false, "ws://127.0.0.1:1/x?y=1"),
            ("WS://[::1]:8383", "::1", 8_383, false, "ws://[::1]:8383/"),
            ("wss://[fe80::1%eth0]", "fe80::1%eth0", 443, true, "wss://[fe80::1%eth0]/"),
            ("https://play.example:443", "play.example", 443, true, "wss://play.example/"),
            ("ws://play.example?a=b#c", "play.example", 80, false, "ws://play.example/?a=b"),
        ])
    func reading(
        text: String, host: String, port: UInt16, isEncrypted: Bool, written: String
    ) throws {
        let address = try WebSocketAddress(text)

        #expect(address.host == host)
        #expect(address.port == port)
        #expect(address.isEncrypted == isEncrypted)
        #expect(address.description == written)
    }

    @Test(
        "An address of this machine is known in each of its forms",
        arguments: [
            ("ws://localhost", true), ("ws://127.0.0.9:8383", true), ("ws://[::1]", true),
            ("ws://[::ffff:127.0.0.1]", true), ("ws://[::FFFF:7f00:1]", true),
            ("ws://[0:0:0:0:0:ffff:127.0.0.1]:8383", true), ("ws://[::ffff:10.0.0.1]", false),
            ("ws://[1::ffff:127.0.0.1]", false), ("ws://127.0.0.1.example", false),
        ])
    func loopback(text: String, isLoopback: Bool) throws {
        #expect(try WebSocketAddress(text).isLoopback == isLoopback)
    }

    @Test(
        "A bad address is refused with the reason, and a host has its port unless it is the default"
    )
    func refusal() throws {
        for (text, flaw) in [
            ("", WebSocketAddressFlaw.noHost), ("ws://", .noHost), ("ws://:80", .noHost),
            ("ftp://play.example", .unknownScheme), ("://x", .unknownScheme),
            ("ws://a b", .badHost), ("ws://me@play.example", .badHost), ("ws://[::1", .badHost),
            ("ws://[::1]x", .badHost), ("ws://h\u{1B}[31m", .badHost), ("ws://ü", .badHost),
            ("ws://" + String(repeating: "a", count: 254), .badHost),
            ("ws://h:", .badPort), ("ws://h:0", .badPort), ("ws://h:65536", .badPort),
            ("ws://h:+1", .badPort), ("ws://h:8o", .badPort), ("ws://h/%zz", .badPath),
            ("ws://h/a b", .badPath),
        ] {
            #expect(throws: flaw, "\(text)") { try WebSocketAddress(text) }
        }
        for (text, field) in [
            ("ws://h:80", "h"), ("wss://h:80", "h:80"), ("ws://[::1]:81", "[::1]:81"),
        ] {
            #expect(try WebSocketAddress(text).hostField == field, "\(text)")
        }
    }
}
