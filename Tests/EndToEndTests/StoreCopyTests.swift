import Glibc
import SimperiumKit
import TestKit
import TestSupport
import Testing

/// A server that is moved from its file to Redis, and back into a file. A client of the library
/// edits while no server runs.
@Suite("Copies of a server", .waits, .direct)
final class StoreCopyTests {
    private let folder: TemporaryFolder
    private let redis: RedisServer

    init() throws {
        folder = try TemporaryFolder()
        redis = try RedisServer()
    }

    private var engine: String { "redis://127.0.0.1:\(redis.port)" }

    @Test("S200 From a file to Redis and back, clients continue with their unsent edits")
    func moved() async throws {
        let port = try freePort()
        let file = try ServedProgram(["--app", "demo"], port: port)
        let client = try await signUp(at: file)
        let bucket = try await client.bucket(named: "todo")
        try await edit(bucket, "file")
        try await client.waitUntilSettled(within: .seconds(60))
        #expect(file.stop() == 0)
        try await edit(bucket, "between")
        #expect(try copy(file.store, engine).contains("1 account"))

        let shared = try ServedProgram(
            ["--app", "demo", "--keys", file.store + ".keys"], in: .redis(engine), port: port)
        await client.networkChanged()
        try await client.waitUntilSettled(within: .seconds(60))
        try await expect(bucket, at: shared, afterEdits: 2, signedUpAt: file)
        try await edit(bucket, "shared")
        try await client.waitUntilSettled(within: .seconds(60))
        #expect(shared.stop() == 0)
        try await edit(bucket, "again")
        let back = folder.path("back.db")
        #expect(try copy(engine, back).contains("1 account"))

        let last = try ServedProgram(
            ["--app", "demo", "--keys", file.store + ".keys"], in: .file(back), port: port)
        await client.networkChanged()
        try await client.waitUntilSettled(within: .seconds(60))
        try await expect(bucket, at: last, afterEdits: 4, signedUpAt: file)
        #expect(last.stop() == 0)
    }

    @Test("S200 The returned copy equals the original: all rows of all tables except the feeds'")
    func equal() async throws {
        let server = try ServedProgram(["--app", "demo"])
        let client = try await signUp(at: server)
        let bucket = try await client.bucket(named: "todo")
        for word in ["one", "two", "three"] {
            try await edit(bucket, word)
            try await client.waitUntilSettled(within: .seconds(60))
        }
        try await bucket.perform { bucket in
            for number in 0..<250 {
                try bucket.set(
                    Self.key("many-\(number)"),
                    to: ["text": JSON(String(repeating: "é", count: number * 20))])
            }
            bucket.delete(Self.key("gone"))
        }
        try await client.waitUntilSettled(within: .seconds(60))
        #expect(server.stop() == 0)
        await client.close()
        try copy(server.store, engine)
        let back = folder.path("back.db")
        try copy(engine, back)
        let finding = try PipedProgram.run(
            "/usr/bin/python3", ["-c", Self.compares, server.store, back])
        #expect(finding.text == "equal\n")
    }

    @Test("S239 Shares are kept in a copy, from a file to Redis and back")
    func sharing() throws {
        let port = try freePort()
        let file = try ServedProgram(["--app", "demo"], port: port)
        let keys = try file.keys(of: "demo")
        #expect(try file.python(Self.shares, [keys.api, keys.administrator, "begin"]) == "ok\n")
        #expect(file.stop() == 0)
        try copy(file.store, engine)
        let same = folder.path("same.db")
        try copy(engine, same)
        let finding = try PipedProgram.run(
            "/usr/bin/python3", ["-c", Self.compares, file.store, same])
        #expect(finding.text == "equal\n")

        let shared = try ServedProgram(
            ["--app", "demo", "--keys", file.store + ".keys"], in: .redis(engine), port: port)
        #expect(try shared.python(Self.shares, [keys.api, keys.administrator, "redis"]) == "ok\n")
        #expect(shared.stop() == 0)
        let back = folder.path("back.db")
        try copy(engine, back)
        let last = try ServedProgram(
            ["--app", "demo", "--keys", file.store + ".keys"], in: .file(back), port: port)
        #expect(try last.python(Self.shares, [keys.api, keys.administrator, "file"]) == "ok\n")
        #expect(last.stop() == 0)
    }

    @Test("S200 A copy of a source in use, to a target that isn't empty, or of nothing, is refused")
    func refused() throws {
        let file = try ServedProgram()
        let (path, back) = (file.store, folder.path("back.db"))
        #expect(try copy(path, engine, failing: true).contains("a server is using \(path)"))
        #expect(try copy(engine, back, failing: true).contains("there is no data in \(engine)"))
        let keys = folder.path("keys")
        let node = try ServedProgram(["--keys", keys], in: .redis(engine))
        #expect(try copy(engine, back, failing: true).contains("a server is using \(engine)"))
        #expect(node.stop() == 0)
        try copy(engine, back)
        #expect(file.stop() == 0)
        #expect(try copy(engine, back, failing: true).contains("\(back) is not empty"))
        // The failed copy has released its original.
        try copy(engine, folder.path("other.db"))
        #expect(try copy(path, engine, failing: true).contains("\(engine) is not empty"))
        // A link to itself is there, and can't be read.
        let loop = folder.path("loop")
        #expect(unsafe symlink(loop, loop) == 0)
        #expect(try copy(path, loop, failing: true).contains("\(loop) is not empty"))
        #expect(try copy("memory", engine, failing: true).contains("data in a server's memory"))
    }

    @Test("S201 A killed copy leaves the original, is used by no server, and can be made again")
    func killed() throws {
        let file = try ServedProgram(["--app", "demo"])
        let fill = """
            for start in range(0, 6000, 500):
                changes = [{"id": f"k{n}", "o": "M", "ccid": f"c{n}",
                    "v": {"n": {"o": "+", "v": n}}} for n in range(start, start + 500)]
                answer = call("POST", "todo/changes?wait=1", changes, sys.argv[2], "demo")
                assert answer.ok, answer.text
            call("POST", "todo/i/k0", {"m": 1}, sys.argv[2], "demo")
            """
        #expect(try file.python(fill, [try file.keys(of: "demo").administrator]) == "")
        #expect(file.stop() == 0)
        let before = try Files.bytes(file.store)
        try killCopy(file.store, engine) {
            try redis.command("hget", "s2{s00}", "unfinished") == "1"
        }
        #expect(try Files.bytes(file.store) == before)
        let words = ["--app", "demo", "--keys", file.store + ".keys"]
        try expectRefusal(words, "an incomplete copy")
        #expect(try copy(file.store, engine, failing: true).contains("\(engine) is not empty"))
        #expect(
            try copy(engine, folder.path("x"), failing: true).contains("an incomplete copy"))
        try redis.command("flushall")
        try copy(file.store, engine)

        let back = folder.path("back.db")
        let digest = try dataDigest()
        try killCopy(engine, back) { Files.exists(back + ".unfinished") }
        #expect(!Files.exists(back))
        try expectRefusal(words, "is being copied")
        // The time of a copy that has ended is over soon.
        try redis.command("hset", "s2{s00}", "held", "1")
        try copy(engine, back)
        #expect(try dataDigest() == digest)
        let finding = try PipedProgram.run(
            "/usr/bin/python3", ["-c", Self.compares, file.store, back])
        #expect(finding.text == "equal\n")
    }

    /// The digests of all values in Redis but that of the shard itself.
    private func dataDigest() throws -> String {
        let keys = try redis.command("keys", "s2{s00}:*").split(separator: "\n").map(String.init)
        #expect(keys.count > 5)
        return try redis.command(["debug", "digest-value"] + keys.sorted())
    }

    /// Kills a copy once it has begun.
    private func killCopy(
        _ original: String, _ copy: String, once hasBegun: () throws -> Bool
    ) throws {
        let program = try PipedProgram(PipedProgram.ours, ["copy", original, copy])
        while program.isRunning, try !hasBegun() {}
        program.send(SIGKILL)
        #expect(program.end() == -SIGKILL, "the copy was made before it was killed")
    }

    private func expectRefusal(_ words: [String], _ sentence: String) throws {
        let finding = try PipedProgram.run(
            PipedProgram.ours,
            ["serve", "--no-door", "--listen", "127.0.0.1:0", "--store", engine] + words)
        #expect(finding.status == 1)
        #expect(finding.text.contains(sentence), "\(finding.text)")
    }

    @Test("S201 Presence objects wait for their clients after a copy, and are removed in time")
    func presence() throws {
        let file = try ServedProgram()
        let okafor = try TerminalPerson("okafor", at: file)
        okafor.sees("in sync", "Looking for a match")
        file.crash()
        try copy(file.store, engine)
        let shared = try ServedProgram(
            ["--keys", file.store + ".keys"], in: .redis(engine), port: file.port)
        okafor.sees("in sync", "Looking for a match")
        let lin = try TerminalPerson("lin", at: shared)
        // The player whom the new server has known for longer begins.
        okafor.sees("against lin", "ROUND 1")
        lin.sees("against okafor", "ROUND 1")
    }
}

extension StoreCopyTests {
    private func signUp(at server: ServedProgram) async throws -> SimperiumClient {
        var configuration = SimperiumClient.Configuration(
            server: "ws://\(server.address)", app: "demo")
        configuration.apiKey = try server.keys(of: "demo").api
        configuration.storage = .file(folder.path("client.db"))
        let client = try SimperiumClient(configuration)
        _ = try await client.signUp(email: "kim@example.org", password: "correct horse")
        await client.connect()
        return client
    }

    private static func key(_ text: String) -> ObjectKey {
        guard let key = ObjectKey(text) else { preconditionFailure("no key") }
        return key
    }

    /// Makes an object, and adds a word to another one.
    private func edit(_ bucket: SimperiumBucket, _ word: String) async throws {
        try await bucket.perform { bucket in
            let shared = Self.key("shared")
            try bucket.set(Self.key("own-\(word)"), to: ["text": JSON(word)])
            let words = bucket[shared]?["words"]?.array ?? []
            try bucket.set(shared, to: ["words": .array(words + [JSON(word)])])
            if word == "one" { try bucket.set(Self.key("gone"), to: ["text": "soon"]) }
        }
    }

    /// Expects the server to have the client's objects, and to accept its password and token.
    private func expect(
        _ bucket: SimperiumBucket, at server: ServedProgram, afterEdits count: Int,
        signedUpAt first: ServedProgram
    ) async throws {
        let words = try await bucket.perform { $0[Self.key("shared")]?["words"]?.array?.count }
        #expect(words == count)
        let key = try first.keys(of: "demo").api
        let said = try server.curl(
            "/1/demo/authorize/", "-H", "X-Simperium-API-Key: \(key)", "-d",
            #"{"username":"kim@example.org","password":"correct horse"}"#)
        let answer = try #require(
            try JSON(text: said).object)
        let token = try #require(answer["access_token"]?.string)
        let object = try server.curl(
            "/1/demo/todo/i/shared", "-H", "X-Simperium-Token: \(token)")
        #expect(object.split(separator: ",").count == count)
        let version = try server.curl(
            "/1/demo/todo/i/shared/v/1", "-H", "X-Simperium-Token: \(token)")
        #expect(version.contains("file"), "\(version)")
    }

    @discardableResult
    private func copy(
        _ original: String, _ copy: String, failing: Bool = false
    ) throws -> String {
        let finding = try PipedProgram.run(PipedProgram.ours, ["copy", original, copy])
        #expect((finding.status != 0) == failing, "\(finding.text)")
        return finding.text
    }

    /// Two users write to a note that one of them shares, and to another that is no longer shared.
    private static let shares = #"""
        KEY, ADMIN, WORD = sys.argv[2:5]
        NAMES = ["kim@example.org", "lee@example.org"]
        def ask(method, path, token=None, body=None):
            answer = call(method, path, body, token, app="demo", key=KEY)
            assert answer.status_code == 200, (method, path, answer.status_code, answer.text)
            return answer
        BEGINS = WORD == "begin"
        people = [{"username": name, "password": "correct horse"} for name in NAMES]
        kim, lee = [ask("POST", "create/" if BEGINS else "authorize/", None, body).json()
            ["access_token"] for body in people]
        if BEGINS:
            ask("POST", "__options__/i/note", ADMIN, {"sharing": True})
            for key in ["n", "over"]:
                ask("POST", f"note/i/{key}", kim, {"text": "One."})
                ask("PUT", f"note/i/{key}/share/{NAMES[1]}", kim, {"write": True})
            ask("DELETE", f"note/i/over/share/{NAMES[1]}", kim)
        ask("POST", "note/i/n", kim, {"kim-" + WORD: 1})
        ask("POST", "note/i/n", lee, {"lee-" + WORD: 1})
        ask("POST", "note/i/n", kim, {"again-" + WORD: 1})
        mine, hers = [ask("GET", "note/i/n", token) for token in [kim, lee]]
        words = ["begin", "redis", "file"]
        count = 1 + 3 * (words.index(WORD) + 1)
        assert mine.json() == hers.json() and len(mine.json()) == count, (mine.text, hers.text)
        versions = [answer.headers["X-Simperium-Version"] for answer in [mine, hers]]
        assert versions == [str(count)] * 2, versions
        shown = ask("GET", "note/i/n/share", kim).json()["shares"]
        assert [(s["username"], s["write"]) for s in shown] == [(NAMES[1], True)]
        if WORD == "file": ask("DELETE", "note/i/n", lee)
        print("ok")
        """#

    /// Compares the contents of two files.
    private static let compares = """
        import sqlite3, sys
        def rows(path):
            file = sqlite3.connect(path)
            names = "(SELECT app || '/' || user || '/' || name FROM bucket JOIN feed ON "
            names += "feed.number = bucket.feed WHERE bucket.number = {})"
            bucket = names.format("object.bucket")
            of = "(SELECT " + bucket + " || '/' || key FROM object WHERE number = object)"
            questions = [
                "SELECT app, user, name, hex(head), hex(floor), count, logged, emptied, beginning,"
                " bucket.stamp, mirrors FROM bucket JOIN feed ON feed.number = bucket.feed",
                "SELECT " + bucket + ", key, version, removed, hex(changed), change, body, stamp,"
                " CASE removed WHEN 0 THEN sharing END FROM object",
                "SELECT " + of + ", version, change, body FROM history UNION ALL SELECT " + of +
                ", past_version, past_change, body FROM recent WHERE object IS NOT NULL",
                " UNION ALL ".join(
                    "SELECT " + names.format(table + ".bucket") + ", hex(place), key, version,"
                    " hex(previous), change, entry, author FROM " + table
                    for table in ["log", "recent"]),
                "SELECT * FROM user", "SELECT digest, app, user FROM token",
                "SELECT app, user, id, device, key, digest, since FROM link"]
            return [sorted(map(repr, file.execute(question))) for question in questions]
        one, other = rows(sys.argv[1]), rows(sys.argv[2])
        for before, after in zip(one, other):
            for row in set(before) ^ set(after): print(row[:300])
        if one == other and all(one[:4]): print("equal")
        """
}
