import Glibc
import SimperiumKit
import TestKit
import TestSupport
import Testing

/// The health of servers that share a Redis.
@Suite("Health of one of several servers", .waits)
final class NodeHealthTests {
    private let folder: TemporaryFolder
    private let redis: RedisServer
    private let server: ServedProgram

    init() throws {
        folder = try TemporaryFolder()
        redis = try RedisServer()
        server = try ServedProgram(
            ["--keys", folder.path("keys")], in: .redis("redis://127.0.0.1:\(redis.port)"))
    }

    @Test("S205 It reports its life and its Redis, and 503 if it has no answer from Redis")
    func health() throws {
        let other = try ServedProgram(
            ["--keys", folder.path("keys")], in: .redis("redis://127.0.0.1:\(redis.port)"))
        let okafor = try TerminalPerson("okafor", at: server)
        okafor.sees("in sync")
        try eventually(within: .seconds(20)) {
            try node()["others"]?.int == 1 && metrics("node_others") == 1
        }
        let found = try node()
        #expect(found["alive"]?.bool == true)
        #expect(found["role"]?.string == "writer")
        #expect((found["generation"]?.int ?? 0) > 1_600_000_000)
        #expect((found["term"]?.int ?? 0) > found["generation"]?.int ?? 0)
        let standBy = try JSON(text: other.curl("/healthz"))["node"]?.object ?? [:]
        #expect(standBy["role"]?.string == "stands by" && standBy["alive"]?.bool == true)
        #expect(standBy["term"] == found["term"])
        #expect((found["renewed"]?.int ?? .max) < 60_000)
        let engine = found["engine"]?.object ?? [:]
        #expect(engine["role"]?.string == "master")
        #expect(engine["policy"]?.string == "noeviction")
        #expect((engine["memory"]?.int ?? 0) > 100_000)
        #expect(try metrics("node_alive") == 1)
        #expect(try metrics("node_writer") == 1)
        let status = try PipedProgram.run(
            PipedProgram.ours, ["serve", "--status", "--listen", server.address])
        #expect(status.status == 0)
        #expect(status.text.contains("registered in Redis, last renewed"), "\(status.text)")
        #expect(status.text.contains("other servers 1; Redis 7"), "\(status.text)")
        let doctor = try PipedProgram.run(
            PipedProgram.ours, ["doctor"],
            environment: PipedProgram.bareEnvironment.merging([
                "HOME": folder.place, "TICTACTOE_STORE": "redis://127.0.0.1:\(redis.port)",
            ]) { $1 }
        ).text
        #expect(doctor.contains("running servers 2; Redis 7"), "\(doctor)")
        #expect(other.stop() == 0)
        try eventually(within: .seconds(20)) { try node()["others"]?.int == 0 }

        try redis.send(SIGSTOP)
        try eventually(within: .seconds(60)) {
            try code() == "503" && node()["alive"]?.bool == false && metrics("node_alive") == 0
        }
        try redis.send(SIGCONT)
        try eventually(within: .seconds(60)) {
            try code() == "200" && node()["alive"]?.bool == true
        }
    }

    @Test("S206 A Redis user with the permissions in the manual can do everything", .direct)
    func rights() throws {
        let password = try admit()
        // A running server would use it again.
        #expect(server.stop() == 0)
        try redis.command("flushall")
        let engine = "redis://tictactoe@127.0.0.1:\(redis.port)"
        let file = try ServedProgram()
        let guest = try TerminalPerson("guest", at: file)
        guest.sees("in sync")
        #expect(file.stop() == 0)
        for places in [[file.store, engine], [engine, folder.path("copy.db")]] {
            let copied = try PipedProgram.run(
                PipedProgram.ours, ["copy", "--store-password-file", password] + places)
            #expect(copied.status == 0, "\(copied.text)")
        }
        let served = try ServedProgram(
            ["--keys", folder.path("others"), "--store-password-file", password],
            in: .redis(engine))
        let okafor = try TerminalPerson("okafor", at: served)
        okafor.sees("in sync", "Looking for a match")
        let lin = try TerminalPerson("lin", at: served)
        okafor.sees("okafor (O) against lin (X)")
        playRound(okafor, lin)
        okafor.sees("YOU WIN")
        let refusals = try redis.command("acl", "log")
        #expect(!refusals.contains("tictactoe"), "\(refusals)")
        #expect(served.stop() == 0)
    }

    @Test("S191 Redis rewrites its file for the first server after its start, and for no other")
    func rewriting() throws {
        let rewritten = "cmdstat_bgrewriteaof:calls=1,"
        try eventually(within: .seconds(20)) {
            try redis.command("info", "commandstats").contains(rewritten)
        }
        let other = try ServedProgram(
            ["--keys", folder.path("keys")], in: .redis("redis://127.0.0.1:\(redis.port)"))
        #expect(other.stop() == 0)
        #expect(try redis.command("info", "commandstats").contains(rewritten))
    }

    /// Creates the Redis user of the manual. Its password is in the file.
    private func admit() throws -> String {
        let page = try PipedProgram.run(PipedProgram.ours, ["manual", "tictactoe-server.8"]).text
        let lines = page.replacing("\\-", with: "-").split(separator: "\n")
        let start = try #require(lines.firstIndex { $0.hasPrefix("ACL SETUSER tictactoe") })
        let rest = lines[start...].prefix { !$0.hasPrefix(".Ed") }
        let words = rest.joined(separator: " ").split(separator: " ").map(String.init)
        #expect(words.count > 40)
        #expect(try redis.command(words) == "OK")
        let password = folder.path("password")
        try Files.write("PASSWORD\n", to: password)
        return password
    }

    private func node() throws -> JSONObject {
        let text = try server.curl("/healthz")
        return try JSON(text: text)["node"]?.object ?? [:]
    }

    private func code() throws -> String {
        try server.curl("/healthz", "-o", "/dev/null", "-w", "%{http_code}")
    }

    private func metrics(_ name: String) throws -> Double {
        let line = try server.curl("/metrics").split(separator: "\n").first {
            $0.hasPrefix("tictactoe_\(name) ")
        }
        return line?.split(separator: " ").last.flatMap { Double($0) } ?? -1
    }
}
