import Glibc
import TestKit
import TestSupport
import Testing

/// HAProxy with the example's configuration, in front of two servers that share a Redis.
///
/// `make test-deps` unpacks HAProxy. An installed one would listen on this machine from then on.
private struct Balancer {
    private static let program =
        ThisBuild.repository + "/.build/unpacked/haproxy/usr/sbin/haproxy"

    let cluster: Cluster
    let servers: [ServedProgram]
    let port: UInt16
    private let folder: TemporaryFolder
    private let haproxy: PipedProgram

    init() throws {
        let cluster = try Cluster()
        let servers = try (0..<2).map { _ in
            try cluster.serve("--trusted-proxy", "127.0.0.2")
        }
        let port = try freePort()
        var text = try Files.text(assetPath("examples/haproxy.cfg"))
        for (place, other) in [
            // Clients have the address of this machine.
            ("send-proxy-v2", "send-proxy-v2 source 127.0.0.2"),
            ("bind :8383", "bind 127.0.0.1:\(port)"),
            ("bind :2222", "bind 127.0.0.1:\(try freePort())"),
            ("10.0.0.11:8383", servers[0].address), ("10.0.0.12:8383", servers[1].address),
            // No server of the test has a door.
            ("10.0.0.11:2222 port 8383", "\(servers[0].address) port \(servers[0].port)"),
            ("10.0.0.12:2222 port 8383", "\(servers[1].address) port \(servers[1].port)"),
        ] {
            try #require(text.contains(place), "\(place)")
            text = text.replacing(place, with: other)
        }
        folder = try TemporaryFolder()
        try Files.write(text, to: folder.path("haproxy.cfg"))
        haproxy = try PipedProgram(
            Self.program, ["-db", "-f", folder.path("haproxy.cfg")],
            environment: ["PATH": "/usr/bin:/bin"])
        (self.cluster, self.servers, self.port) = (cluster, servers, port)
        try eventually { try status(from: "127.0.0.1") == "401" }
    }

    /// Returns the status of an answer to a client of an address of this machine; "000" if its
    /// connection ended without an answer.
    func status(from address: String) throws -> String {
        try PipedProgram.run(
            "/usr/bin/curl",
            [
                "-s", "--max-time", "20", "--interface", address, "-o", "/dev/null", "-w",
                "%{http_code}", "http://127.0.0.1:\(port)/1/tictactoe/user",
            ]
        ).text
    }
}

@Suite("A load balancer in front of several servers", .waits)
struct BalancerTests {
    @Test("S81 S207 With HAProxy's example players meet, also when the writer is killed")
    func players() throws {
        let balancer = try Balancer()
        let address = "127.0.0.1:\(balancer.port)"
        let people = try ["okafor", "lin"].map {
            try TerminalPerson(["--server", address, "--name", $0])
        }
        let (first, second) = whoBegins(people[0], people[1])
        first.plays(5)
        second.sees("YOUR MOVE")
        let writer = try balancer.servers.first {
            try $0.curl("/healthz").contains(#""role":"writer""#)
        }
        try #require(writer).crash()
        second.plays(1)
        first.plays(3)
        second.sees("YOUR MOVE")
    }

    @Test("S81 S204 S305 Behind HAProxy a ban keeps out a client at every server, and no other one")
    func bans() throws {
        let balancer = try Balancer()
        #expect(try balancer.status(from: "127.0.0.7") == "401")
        let redis = "redis://127.0.0.1:\(balancer.cluster.redis.port)"
        let banned = try PipedProgram.run(
            PipedProgram.ours, ["ban", "--store", redis, "add", "127.0.0.7"])
        #expect(banned.status == 0, "\(banned.text)")
        // Connections go to both servers in turn.
        try eventually(within: .seconds(20)) {
            try (0..<4).allSatisfy { _ in try balancer.status(from: "127.0.0.7") == "000" }
        }
        for _ in 0..<4 { #expect(try balancer.status(from: "127.0.0.1") == "401") }
    }
}
