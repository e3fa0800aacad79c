import Host
import SimperiumClock
import SimperiumJSON
import SimperiumWebWire
import SimperiumWire
import Simulation
import SyncHub
import Testing

@Suite("Health of a server")
struct HealthTests {
    private func status(_ host: inout TestHost) -> (code: Int, word: String?) {
        let answer = host.ask(.get, "/healthz")
        return (answer.status, answer.members["status"]?.string)
    }

    @Test("The status is failing from the first failure of the store until a minute after the last")
    func failing() {
        var host = TestHost()
        #expect(status(&host) == (200, "ok"))
        host.handle(.lostWrite)
        #expect(status(&host) == (503, "failing"))
        host.wait(.seconds(59))
        host.handle(
            .unanswered(.hub(QuestionID(rawValue: 99)), .buckets(of: named("u"), in: named("demo")))
        )
        host.wait(.seconds(59))
        #expect(status(&host) == (503, "failing"))
        #expect(host.ask(.get, "/metrics").body.contains("\ntictactoe_store_failing 1\n"))
        host.wait(.seconds(1))
        #expect(status(&host) == (200, "ok"))
        let metrics = host.ask(.get, "/metrics").body
        #expect(metrics.contains("\ntictactoe_store_writes_failed_total 1\n"))
        #expect(metrics.contains("\ntictactoe_store_reads_failed_total 1\n"))
        #expect(metrics.contains("\ntictactoe_store_failing 0\n"))

        // A lost change of an account is a write, and a lost query of the accounts a read.
        host = TestHost()
        let asker = Host.Asker.call(CallID(rawValue: 99))
        host.handle(.accountsUnanswered(asker, isChange: true))
        #expect(status(&host) == (503, "failing"))
        let counted = host.ask(.get, "/metrics").body
        #expect(counted.contains("\ntictactoe_store_writes_failed_total 1\n"))
        #expect(counted.contains("\ntictactoe_store_reads_failed_total 0\n"))
        host.handle(.accountsUnanswered(asker))
        let both = host.ask(.get, "/metrics").body
        #expect(both.contains("\ntictactoe_store_reads_failed_total 1\n"))

        // A file that cannot be used, or is damaged, stays a failure.
        host = TestHost()
        host.gauges.storeFailure = "damaged"
        host.wait(.seconds(1_000))
        #expect(status(&host) == (503, "failing"))
        #expect(host.ask(.get, "/healthz").members["reason"] == .string("damaged"))
        host.gauges.storeFailure = nil
        #expect(status(&host) == (200, "ok"))

        // A crowd at one address is reported without the address.
        host = TestHost()
        #expect(host.ask(.get, "/healthz").members["crowded"] == nil)
        host.handle(.crowdFromOneAddress)
        #expect(host.ask(.get, "/healthz").members["crowded"] == .bool(true))
    }

    @Test("A node lacks replicas if Redis has fewer than the node requires")
    func replicas() {
        var host = TestHost()
        var node = NodeAndRedisHealth()
        node.redis.requiredReplicas = 1
        // Redis has not answered yet.
        #expect(!node.redis.lacksReplicas)
        node.redis.version = "7.0.15"
        #expect(node.redis.lacksReplicas)
        host.gauges.node = node
        let redis = host.ask(.get, "/healthz").members["node"]?["engine"]
        #expect(redis?["replicas"] == 0 && redis?["required"] == 1)
        node.redis.replicas = 1
        #expect(!node.redis.lacksReplicas)
    }

    @Test("The uptime counts from the start of the server, also at a host that begins later")
    func uptime() {
        var host = TestHost(beginningAt: .start + .seconds(24))
        host.wait(.seconds(4))
        #expect(host.ask(.get, "/healthz").members["uptime"] == 28)
        #expect(host.ask(.get, "/metrics").body.contains("\ntictactoe_uptime_seconds 28\n"))
    }

    @Test(
        "A page of another site may not ask a server that is local",
        arguments: [
            ("https://evil.example", 403), ("http://localhost:3000", 200), (nil, 200),
        ] as [(String?, Int)])
    func pages(origin: String?, status: Int) {
        var host = TestHost { $0.pages = .local(names: [], allowed: []) }
        host.isLoopback = true
        var fields: HTTPFields = ["Host": "127.0.0.1:8383"]
        if let origin { fields.add("Origin", origin) }
        #expect(host.ask(.get, "/healthz", fields).status == status)
        var socket = fields
        socket.add([
            "Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Version": "13",
            "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
        ])
        let call = host.begin(.get, "/sock/1/demo/websocket", socket)
        #expect((host.sockets[call] != nil) == (status == 200))
        // Behind a proxy on this machine they are public.
        host.isLoopback = false
        host.expectStatus(200, .get, "/healthz", fields)
    }

    @Test("S82: The refusal of another host names the host and the options, and is logged")
    func otherHost() throws {
        var host = TestHost { $0.pages = .local(names: [], allowed: []) }
        host.isLoopback = true
        for _ in 0..<2 {
            let answer = host.ask(.get, "/1/demo/user", ["Host": "notes.example"])
            #expect(answer.status == 403)
            for word in [" for notes.example:", "--trusted-proxy", "--allow-origin"] {
                #expect(answer.body.contains(word), "\(answer.body)")
            }
        }
        let lines = host.log.filter { $0.event == "request of another site refused" }
        #expect(lines.count == 1 && lines[0].text.contains(" for notes.example:"))
        let page: HTTPFields = ["Host": "127.0.0.1:8383", "Origin": "https://evil.example"]
        #expect(
            host.ask(.get, "/healthz", page).body.contains("from a page of https://evil.example:"))
    }
}
