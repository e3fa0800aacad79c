import Consistency
import TestKit
import TestSupport
import Testing

/// Runs of real clients, recorded between them and the server, and checked against chapter 7 of
/// `Sources/PROTOCOL.md`.
@Suite("Promises to clients", .waits)
struct ConsistencyRunTests {
    private static let library = ThisBuild.wheel("Simperium3==0.1.5")

    @Test("S270 S271 S272 S273 S275 S276 S278 S279 Simperium3 from PyPI over broken connections")
    func simperium3() throws {
        let server = try ServedProgram(["--app", "demo"])
        try run(at: server.port, keys: try server.keys(of: "demo"))
    }

    @Test("S207 S270 S271 S275 S276 The same at two servers on one Redis in turn")
    func nodes() throws {
        let (redis, folder) = (try RedisServer(), try TemporaryFolder())
        let words = ["--app", "demo", "--keys", folder.path("keys"), "--max-per-address", "1000"]
        let engine = "redis://127.0.0.1:\(redis.port)"
        let servers = try (0..<2).map { _ in try ServedProgram(words, in: .redis(engine)) }
        let balancer = try Relay(to: servers.map(\.port))
        let keys = try ServedProgram.keys(of: "demo", in: folder.path("keys"))
        try run(at: balancer.port, keys: keys)
    }

    /// Runs three clients over connections that break, and checks the recordings.
    private func run(at port: UInt16, keys: ServedProgram.Keys) throws {
        try #require(Files.exists(Self.library), "make test-deps installs it")
        let (names, api) = (["ann", "bo", "cy"], keys.api)
        let relay = try RecordingRelay(to: port, for: names + ["judge"], cuts: 7)
        _ = try ServedProgram.startPython(Self.signUp, at: port, [api]).rest()
        let clients = try zip(names, relay.ports).map { name, port in
            try ServedProgram.startPython(Self.client, at: port, [Self.library, api, name])
        }
        for client in clients {
            #expect(client.rest() == "done\n")
            client.end()
        }
        relay.rest()
        let judge = try ServedProgram.startPython(
            Self.judge, at: relay.ports[3], [Self.library, api, "judge"])
        #expect(judge.rest() == "done\n")
        judge.end()
        let report = try relay.report()
        #expect(report.violations.map(\.description) == [])
        #expect(report.acknowledged >= 3 * 40)
        #expect(report.changes >= 120)
        #expect(report.reads > 100)
    }

    @Test(
        "S274 A store that has lost its last commit is detected", .direct, arguments: [false, true])
    func loss(isLost: Bool) throws {
        let server = try ServedProgram(["--app", "demo"])
        let relay = try RecordingRelay(to: server.port, for: ["ann", "judge"])
        let administrator = try server.keys(of: "demo").administrator
        _ = try write("1 2 3 4 5", at: relay, administrator)
        server.crash()
        let files = try Files.names(in: server.folder.place).filter { $0.hasPrefix("store.db") }
        let before = try files.map(server.folder.path).map { ($0, try Files.bytes($0)) }
        try server.start()
        let last = try write("6", at: relay, administrator)
        server.crash()
        if isLost { for (path, bytes) in before { try Files.write(bytes, to: path) } }
        try server.start()
        try judge(relay, administrator, after: last, isLost: isLost)
    }

    @Test(
        "S274 A running server's backup has all changes acknowledged before it, and no others",
        .direct,
        arguments: [false, true])
    func backup(isLost: Bool) throws {
        let server = try ServedProgram(["--app", "demo"])
        let relay = try RecordingRelay(to: server.port, for: ["ann", "judge"])
        let administrator = try server.keys(of: "demo").administrator
        var last = try write("1 2 3 4 5 6", at: relay, administrator)
        let copy = server.folder.path("copy")
        let words = ["backup", "--store", server.store, copy]
        #expect(try PipedProgram.run(PipedProgram.ours, words).status == 0)
        if isLost { last = try write("7", at: relay, administrator) }
        server.crash()
        let restored = try ServedProgram(["--app", "demo"], in: .file(copy), port: server.port)
        try judge(relay, administrator, after: last, isLost: isLost)
        #expect(restored.stop() == 0)
    }

    /// Writes changes with these numbers. Returns the last `cv`.
    private func write(
        _ numbers: String, at relay: RecordingRelay, _ administrator: String
    ) throws -> String {
        let client = try ServedProgram.startPython(
            Self.writes, at: relay.ports[0], [administrator, numbers])
        return client.rest().filter { !$0.isNewline }
    }

    /// Reads all objects, and the changes after the last `cv`.
    private func judge(
        _ relay: RecordingRelay, _ administrator: String, after last: String, isLost: Bool
    ) throws {
        relay.rest()
        let judge = try ServedProgram.startPython(
            Self.reads, at: relay.ports[1], [administrator, last])
        // A cursor that the store has lost is unknown.
        #expect(judge.rest() == (isLost ? "404\n" : "200\n"))
        let report = try relay.report()
        #expect(report.acknowledged >= 6)
        #expect(report.violations.map(\.statement) == (isLost ? ["S274"] : []))
    }

    private static let writes = """
        for number in sys.argv[3].split():
            path = f"todo/i/k{int(number) % 3}?ccid=c{number}"
            assert call("POST", path, {number: 1}, token=sys.argv[2], app="demo").ok
        print(call("GET", "todo/index", token=sys.argv[2], app="demo").json()["current"])
        """

    private static let reads = """
        page = call("GET", "todo/index?data=1", token=sys.argv[2], app="demo").json()
        for entry in page["index"]:
            call("GET", "todo/i/" + entry["id"], token=sys.argv[2], app="demo")
        path = "todo/changes?wait=0&cv=" + sys.argv[3]
        print(call("GET", path, token=sys.argv[2], app="demo").status_code)
        """

    private static let signUp = """
        user = {"username": "kim@example.org", "password": "correct horse"}
        assert call("POST", "create/", user, app="demo", key=sys.argv[2]).ok
        """

    /// Each call is repeated until it is answered; a change keeps its ccid.
    private static let head = """
        sys.path.insert(0, sys.argv[2])
        from simperium.core import Api, Auth
        HOST, NAME = {"host": "127.0.0.1:" + PORT, "scheme": "http"}, sys.argv[4]
        def until_answered(act):
            while True:
                try: return act()
                except requests.HTTPError as error:
                    if error.response.status_code in (404, 409, 412):
                        return error.response.status_code
                    raise
                except requests.RequestException: pass
        token = until_answered(
            lambda: Auth("demo", sys.argv[3], **HOST).authorize("kim@example.org", "correct horse"))
        todo = Api("demo", token, clientid=NAME, **HOST).todo

        """

    private static let client =
        head + """
            cv = until_answered(lambda: todo.index())["current"]
            for number in range(40):
                key, ccid = f"k{number % 5}", f"{NAME}-{number}"
                until_answered(lambda: todo.post(key, {NAME: number}, ccid=ccid))
                until_answered(lambda: todo.get(key))
                if number % 10 == 9:
                    until_answered(lambda: todo.delete(f"k{number % 3}"))
                if number % 4 == 0:
                    until_answered(lambda: todo.index(data=True))
                if number % 6 == 0:
                    changes = until_answered(lambda: todo.changes(cv=cv, timeout=20))
                    cv = changes[-1]["cv"]
            print("done")
            """

    private static let judge =
        head + """
            page = todo.index(data=True)
            for entry in page["index"]: todo.get(entry["id"])
            cv = "0"
            while cv != page["current"]: cv = todo.changes(cv=cv, timeout=20)[-1]["cv"]
            print("done")
            """
}
