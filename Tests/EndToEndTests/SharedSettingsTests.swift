import Glibc
import TestKit
import TestSupport
import Testing

/// The settings and bans that all servers on one Redis share.
@Suite("Common settings of all servers on one Redis", .waits)
final class SharedSettingsTests {
    private let folder: TemporaryFolder
    private let redis: RedisServer

    init() throws {
        folder = try TemporaryFolder()
        redis = try RedisServer()
    }

    private var engine: String { "redis://127.0.0.1:\(redis.port)" }
    private var keys: String { folder.path("keys") }

    @Test("S202 A server with other settings than the others names them, and ends")
    func different() throws {
        let token = folder.path("token")
        try Files.write("0123456789abcdef0123456789abcdef\n", to: token)
        let one = try ServedProgram(["--keys", keys, "--hall-size", "50"], in: .redis(engine))
        let others = folder.path("other-keys")
        let refused = [
            (["--keys", keys], "different values for --hall-size:"),
            (
                ["--keys", keys, "--hall-size", "50", "--app", "demo", "--new-keys"],
                "different values for --app:"
            ),
            (
                ["--keys", keys, "--hall-size", "50", "--lobby-token-file", token],
                "--lobby-token-file"
            ),
            (["--keys", others, "--hall-size", "50", "--new-keys"], "--keys"),
            (["--keys", keys, "--hall-size", "40", "--new"], "--hall-size"),
        ]
        let settings = try redis.command("hgetall", "s2{s00}:settings")
        for (words, sentence) in refused { expect(try serve(words), sentence) }
        #expect(try redis.command("hgetall", "s2{s00}:settings") == settings)
        let other = try ServedProgram(["--keys", keys, "--hall-size", "50"], in: .redis(engine))
        #expect(try other.curl("/healthz").contains("ok"))
        #expect(one.stop() == 0)
        #expect(other.stop() == 0)
        let changed = try ServedProgram(
            ["--keys", keys, "--hall-size", "40", "--new"], in: .redis(engine))
        #expect(try changed.curl("/healthz").contains("ok"))
    }

    @Test("S202 The inner address of another server, or of no machine, is refused")
    func innerAddress() throws {
        let port = try freePort()
        let words = ["--keys", keys, "--inner-address", "127.0.0.1:\(port)"]
        let unknown = ["--keys", keys, "--new-keys", "--inner-address", "no-host.invalid:\(port)"]
        expect(try serve(unknown), "no-host.invalid", status: 2)
        #expect(try redis.command("dbsize") == "0")
        let one = try ServedProgram(words, in: .redis(engine))
        expect(try serve(words), "127.0.0.1:\(port)")
        _ = try PipedProgram.run("/usr/bin/curl", ["-s", "http://127.0.0.1:\(port)/healthz"])
        try eventually {
            try one.logged.contains("connection to the inner address without the keys")
        }
        #expect(try one.curl("/healthz").contains("ok"))
        #expect(one.stop() == 0)
        // A server on another machine, with the same words.
        let shared = "s2{s00}:nodes"
        let other = try ServedProgram(words, in: .redis(engine))
        try eventually(within: .seconds(20)) {
            let time = try redis.command("time").split(separator: "\n").map(String.init)
            let now = "\(time[0])\(String(repeating: "0", count: 6 - time[1].count))\(time[1])"
            try redis.command("hset", shared, "9", "7 2 \(now.dropLast(3)) 127.0.0.1:\(port)")
            return try other.curl("/healthz") == ""
        }
        #expect(other.end() == 1)
        #expect(try other.logged.contains("another server has the inner address 127.0.0.1:"))
    }

    private func expect(
        _ finding: (text: String, status: CInt), _ words: String, status: CInt = 1
    ) {
        #expect(finding.status == status)
        let lines = finding.text.split(separator: "\n").filter { !$0.contains(" info ") }
        #expect(lines.count == 1 && lines[0].hasPrefix("tictactoe: "), "\(finding.text)")
        #expect(finding.text.contains(words), "\(finding.text)")
    }

    @Test("S202 Keys are made for a Redis only on request")
    func noKeys() throws {
        let finding = try serve(["--keys", keys])
        #expect(finding.status == 1)
        #expect(finding.text.contains("\(keys) has no keys for tictactoe"))
        #expect(!Files.exists(keys))
    }

    @Test("S203 Keys that were in use are not copied to a Redis that has lost everything")
    func forgotten() throws {
        let one = try ServedProgram(["--keys", keys], in: .redis(engine))
        #expect(one.stop() == 0)
        try redis.command("flushall")
        let finding = try serve(["--keys", keys])
        #expect(finding.status == 1)
        #expect(finding.text.contains("this Redis is new, but the keys were used with another one"))
        let other = try ServedProgram(["--keys", keys, "--new"], in: .redis(engine))
        #expect(try other.curl("/healthz").contains("ok"))
        // A server that runs while everything is lost continues.
        try redis.command("flushall")
        try eventually { try redis.command("hexists", "s2{s00}:settings", "keys") == "1" }
        #expect(other.stop() == 0)
    }

    @Test("S204 A ban at one server applies at all servers on the Redis, within a second")
    func bans() throws {
        let one = try ServedProgram(["--keys", keys], in: .redis(engine))
        let other = try ServedProgram(["--keys", keys], in: .redis(engine))
        let at = ["--store", engine]
        #expect(try ban(["list"] + at).text == "tictactoe: there are no bans\n")
        #expect(try ban(["add", "127.0.0.1", "2099-01-31", "too many", "robots"] + at).status == 0)
        try eventually(within: .seconds(10)) {
            try one.curl("/healthz") == "" && other.curl("/healthz") == ""
        }
        #expect(try ban(["list"] + at).text == "127.0.0.1 2099-01-31 too many robots\n")
        #expect(try ban(["remove", "127.0.0.2"] + at).status == 1)
        let wrong = try ban(["add", "robots"] + at)
        #expect(wrong.status == 2 && wrong.text.contains("\"robots\" is not an address"))
        #expect(try ban(["remove", "127.0.0.1/32"] + at).status == 0)
        try eventually(within: .seconds(10)) {
            try one.curl("/healthz").contains("ok") && other.curl("/healthz").contains("ok")
        }
        let later = try ServedProgram(["--keys", keys], in: .redis(engine))
        #expect(try ban(["add", "127.0.0.0/8"] + at).status == 0)
        try eventually(within: .seconds(10)) { try later.curl("/healthz") == "" }
    }

    @Test("S204 A server with a door writes nothing beside its keys, whose folder may be read-only")
    func closedFolder() throws {
        let closed = folder.path("closed")
        try Files.makeFolder(closed)
        let words = ["--keys", closed + "/keys"]
        let first = try ServedProgram(words, in: .redis(engine))
        #expect(first.stop() == 0)
        try Files.setMode(of: closed, to: 0o555)
        defer { try? Files.setMode(of: closed, to: 0o755) }
        let server = try ServedProgram(words + ["--ssh", "127.0.0.1:0"], in: .redis(engine))
        #expect(try server.curl("/healthz").contains("ok"))
        // The administrator can write to any folder.
        #expect(try Files.names(in: closed) == ["keys"])
        let data = server.folder.path(".local/share/tictactoe")
        #expect(try Files.names(in: data).contains("door-0.bans"))
    }

    @Test("S204 A wrong list of bans at a server on Redis is logged, also if the server has a door")
    func wrongFile() throws {
        let file = folder.path("bans")
        try Files.write("192.0.2.1 robots\n", to: file)
        let server = try ServedProgram(
            ["--keys", keys, "--bans", file, "--ssh", "127.0.0.1:0"], in: .redis(engine))
        try Files.write("robots\n", to: file)
        server.send(SIGHUP)
        try eventually { try server.logged.contains("ban list not updated") }
    }

    @Test("S204 A list of bans in a file is edited by the same words, and keeps its comments")
    func file() throws {
        let file = folder.path("bans")
        let at = ["--bans", file]
        try Files.write("# robots\n192.0.2.0/24 2099-01-31 robots\n", to: file)
        #expect(unsafe chmod(file, 0o644) == 0)
        #expect(try ban(["add", "203.0.113.9", "rude"] + at).status == 0)
        #expect(try ban(["remove", "192.0.2.0/24"] + at).status == 0)
        #expect(try ban(["add", "203.0.113.9", "very", "rude"] + at).status == 0)
        let past = try ban(["add", "203.0.113.8", "2020-02-03"] + at)
        #expect(past.status == 2 && past.text.contains("already over"))
        let dotted = try ban(["add", "203.0.113.8", "31.01.2099"] + at)
        #expect(dotted.status == 2 && dotted.text.contains("expected a date like 2027-01-31"))
        let text = try Files.text(file)
        #expect(text == "# robots\n203.0.113.9 very rude\n")
        #expect(try Files.mode(of: file) == 0o644)
        let finding = try ban(["list"])
        #expect(finding.status == 2)
        #expect(finding.text.contains("ban needs --bans FILE or --store redis://HOST"))
    }

    @Test("S204 A ban that makes a file too long for a server is refused, and the file stays")
    func longFile() throws {
        let file = folder.path("bans")
        let at = ["--bans", file]
        let room = 10
        let text = "#" + String(repeating: "x", count: (1 << 20) - room - 2) + "\n"
        try Files.write(text, to: file)
        let finding = try ban(["add", "203.0.113.9", "rude"] + at)
        #expect(finding.status == 1)
        #expect(finding.text.contains("it would have more than 1048576 bytes"))
        #expect(try Files.text(file) == text)
        #expect(try ban(["list"] + at).text == "tictactoe: there are no bans\n")
        // This line has ten bytes with its end.
        #expect(try ban(["add", "192.0.2.1"] + at).status == 0)
        #expect(try ban(["list"] + at).text == "192.0.2.1\n")
    }

    private func ban(_ words: [String]) throws -> (text: String, status: CInt) {
        try PipedProgram.run(PipedProgram.ours, ["ban"] + words)
    }

    private func serve(_ words: [String]) throws -> (text: String, status: CInt) {
        try PipedProgram.run(
            PipedProgram.ours,
            ["serve", "--no-door", "--listen", "127.0.0.1:0", "--store", engine] + words)
    }
}
