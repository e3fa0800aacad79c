import Host
import SimperiumWebWire
import SimperiumWire
import SyncHub
import Testing

@Suite("Limits of one address over HTTP")
struct RequestLimitTests {
    /// Returns a host with ten commands a second, and twenty at once.
    private func slowHost() -> TestHost {
        TestHost { settings in
            settings.hub.pace.commandsPerSecond = 10
            settings.hub.pace.commandsAtOnce = 20
        }
    }

    @Test(
        "An address with too many requests gets 429 with a time, and no other one is affected",
        arguments: ["/healthz", "/metrics", "/1/demo/buckets", "/nowhere", "/1/demo/todo/index"])
    func tooMuch(place: String) {
        var host = slowHost()
        host.address = 1
        for _ in 0..<20 { #expect(host.ask(.get, place).status != 429) }
        let refused = host.begin(.get, place)
        #expect(host.answer(to: refused).status == 429)
        #expect(host.answer(to: refused).fields["Retry-After"] == "1")
        #expect(host.answers[refused]?.closesConnection == true)
        host.address = 2
        #expect(host.ask(.get, place).status != 429)
        host.address = 1
        host.wait(.milliseconds(100))
        #expect(host.ask(.get, place).status != 429)
        host.expectStatus(429, .get, place)
    }

    @Test("A WebSocket may be opened even then, but only correctly", arguments: [true, false])
    func webSocket(isRight: Bool) {
        var host = slowHost()
        for _ in 0..<20 { _ = host.ask(.get, "/healthz") }
        let fields: HTTPFields = [
            "Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Version": "13",
            "Sec-WebSocket-Key": isRight ? "dGhlIHNhbXBsZSBub25jZQ==" : "none",
        ]
        let call = host.begin(.get, "/sock/1/demo/websocket", fields)
        #expect((host.sockets[call] != nil) == isRight)
        #expect(host.answer(to: call).status == (isRight ? 0 : 429))
    }

    private static let changes = (0..<30).map { #"{"id":"a\#($0)","ccid":"\#($0)","o":"-"}"# }
    private static let bulk = "[\(changes.joined(separator: ","))]"

    private static func object(bytes: Int) -> String {
        #"{"text":"\#(String(repeating: "x", count: bytes))"}"#
    }

    @Test(
        "The changes and bytes of a request are charged afterwards",
        arguments: [("changes", bulk, 2), ("i/a", object(bytes: 400_000), 1)])
    func price(place: String, body: String, seconds: Int) {
        var host = slowHost()
        host.address = 2
        let token = host.sign().token
        host.address = 1
        host.expectDemo(200, .post, "/todo/\(place)", token: token, body: body)
        let next = host.ask(.get, "/healthz")
        #expect(next.status == 429)
        #expect(next.fields["Retry-After"] == "\(seconds)")
        host.wait(.seconds(seconds))
        host.expectStatus(200, .get, "/healthz")
    }

    @Test("S309: The changes of an administrator are not charged, and their bytes are")
    func administrator() {
        var host = slowHost()
        for _ in 0..<10 {
            host.expectDemo(
                200, .post, "/todo/changes?wait=1", token: TestHost.admin, body: Self.bulk)
        }
        let long = "[\(Self.object(bytes: 400_000))]"
        let answer = host.ask(.post, "/todo/changes?wait=1", token: TestHost.admin, body: long)
        #expect(answer.status != 429)
        host.expectStatus(429, .get, "/healthz")
    }

    @Test(
        "So are the bytes of the answer, and the requested entries",
        arguments: ["i/a", "index?limit=1000"])
    func answer(place: String) {
        var host = slowHost()
        host.address = 2
        let object = Self.object(bytes: 200_000)
        host.expectDemo(200, .post, "/todo/i/a", token: TestHost.admin, body: object)
        host.address = 1
        for status in [200, 200, 429] {
            host.expectDemo(status, .get, "/todo/\(place)", token: TestHost.admin)
        }
    }
}
