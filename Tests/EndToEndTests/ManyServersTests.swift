import Foundation
import Glibc
import TestSupport
import Testing

/// Servers that share a Redis, and the keys of their apps.
private final class Cluster {
    let redis: RedisServer
    private let folder: TemporaryFolder

    init() throws {
        redis = try RedisServer()
        folder = try TemporaryFolder()
    }

    func serve() throws -> ServedProgram {
        try ServedProgram(
            ["--keys", folder.path("keys"), "--max-per-address", "1000"],
            engine: "redis://127.0.0.1:\(redis.port)")
    }
}

@Suite("Many servers on one Redis")
struct ManyServersTests {
    @Test("S137 Two people at two servers play each other, and one comes back to the other server")
    func match() throws {
        let cluster = try Cluster()
        let (one, other) = (try cluster.serve(), try cluster.serve())
        let okafor = try Person("okafor", at: one)
        okafor.sees("in sync", "Looking for a match")
        let lin = try Person("lin", at: other)
        okafor.sees("okafor (O) against lin (X)", "YOUR MOVE")
        lin.sees("lin (X) against okafor (O)", "okafor to move")
        playRound(okafor, lin)
        okafor.sees("YOU WIN")
        lin.sees("YOU LOSE")
        okafor.press("r")
        lin.sees("okafor wants a rematch")
        lin.press("r")
        lin.sees("YOUR MOVE")
        lin.plays(5)
        okafor.sees("YOUR MOVE")
    }

    @Test(
        "S138 A Redis that may lose something is refused by the name of the setting",
        arguments: [
            ("appendonly", "no", "set appendonly to yes"),
            ("maxmemory-policy", "allkeys-lru", "set maxmemory-policy to noeviction"),
        ])
    func unfit(setting: String, value: String, sentence: String) throws {
        let cluster = try Cluster()
        try cluster.redis.command("config", "set", setting, value)
        let folder = try TemporaryFolder()
        let finding = try PipedProgram.run(
            PipedProgram.ours,
            [
                "serve", "--no-door", "--listen", "127.0.0.1:0", "--keys", folder.path("keys"),
                "--store", "redis://127.0.0.1:\(cluster.redis.port)",
            ])
        #expect(finding.status == 1)
        #expect(finding.text.contains(sentence))
    }

    @Test("S138 A server whose engine can't be asked says so, and ends")
    func nobodyThere() throws {
        let folder = try TemporaryFolder()
        let finding = try PipedProgram.run(
            PipedProgram.ours,
            [
                "serve", "--no-door", "--listen", "127.0.0.1:0", "--keys", folder.path("keys"),
                "--store", "redis://127.0.0.1:\(try freePort())",
            ])
        #expect(finding.status == 1)
        #expect(finding.text.contains("Redis can't be asked at 127.0.0.1:"))
    }
}
