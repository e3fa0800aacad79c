import TestKit
import TestSupport
import Testing

/// Files of earlier versions, opened by the present program.
///
/// `Tests/Fixtures/README.md` lists their contents. The date does not matter: see `FixtureSet`.
@Suite("Files of earlier versions", .waits)
struct FixtureTests {
    private static let proxied = ["--trusted-proxy", "127.0.0.0/8"]

    @Test("There is a set of the first version that wrote one")
    func first() {
        #expect(FixtureSet.versions.first == "0.2.0")
    }

    @Test(
        "A server's file has every object, account, share, ban and log",
        arguments: FixtureSet.versions)
    func file(version: String) throws {
        let set = try FixtureSet(version)
        let server = try set.serve(["--bans", set.path("bans")] + Self.proxied)
        try expect("answers", of: set, at: server)
        #expect(server.stop() == 0)
    }

    @Test("S200 A copy that fails leaves the file as it was", arguments: FixtureSet.versions)
    func unchanged(version: String) throws {
        let set = try FixtureSet(version)
        let file = set.path("server.db")
        let before = try Files.bytes(file)
        let copied = try PipedProgram.run(
            PipedProgram.ours, ["copy", file, set.path("copied.db")])
        #expect(copied.status == 1 && copied.text.contains("not been recorded"), "\(copied.text)")
        #expect(try Files.bytes(file) == before)
        let names = try Files.names(in: set.path("")).filter { $0.hasPrefix("server.db") }
        #expect(names == ["server.db", "server.db.keys"])
    }

    @Test(
        "A Redis that loads its log has every object, account, share, ban and feed",
        arguments: FixtureSet.versions)
    func redis(version: String) throws {
        let set = try FixtureSet(version)
        let former = try RedisServer(loading: set.path("redis"), clock: set.clock)
        let redis = try RedisServer()
        let (old, new) = ("redis://127.0.0.1:\(former.port)", "redis://127.0.0.1:\(redis.port)")
        // A server names the way there.
        let refused = try PipedProgram.run(
            PipedProgram.ours,
            [
                "serve", "--no-door", "--listen", "127.0.0.1:0", "--store", old, "--keys",
                set.path("redis/server.db.keys"),
            ])
        #expect(refused.status == 1 && refused.text.contains("tictactoe copy"), "\(refused.text)")
        // This version's list of bans has another key, so it would be empty.
        let bans = try PipedProgram.run(PipedProgram.ours, ["ban", "list", "--store", old])
        #expect(bans.status == 1 && bans.text.contains("tictactoe copy"), "\(bans.text)")
        let copied = try PipedProgram.run(PipedProgram.ours, ["copy", old, new])
        #expect(copied.status == 0, "\(copied.text)")
        let server = try ServedProgram(
            ["--app", "demo", "--keys", set.path("redis/server.db.keys")] + Self.proxied,
            in: .redis(new), clock: set.clock)
        try expect("redis/answers", of: set, at: server)
    }

    @Test(
        "Edits in the library's store that were not sent arrive, once",
        arguments: FixtureSet.versions)
    func library(version: String) throws {
        let set = try FixtureSet(version)
        let server = try set.serve()
        var words: Set<String> = []
        for line in try set.text("library/journal").split(separator: "\n") {
            switch line.first {
            case "+": words.insert("=" + line.dropFirst())
            case "-": words.remove("=" + line.dropFirst())
            default: break
            }
        }
        let sent = try PipedProgram.run(
            ThisBuild.program("SyncDriver"),
            [
                "ws://\(server.address)", String(try set.text("library/token").dropLast()),
                set.path("library/store.db"), set.path("library/journal"),
            ])
        let kept = sent.text.split(separator: "\n").filter { $0.hasPrefix("=") }.map(String.init)
        #expect(words.count > 50)
        #expect(kept.sorted() == words.sorted())
        #expect(sent.status == 0)
    }

    @Test(
        "Two players continue their match, an offline move arrives, and no result is lost",
        arguments: FixtureSet.versions)
    func seats(version: String) throws {
        let set = try FixtureSet(version)
        let server = try set.serve()
        let (desk, ada) = (try set.sit("desk"), try set.sit("ada"))
        try #require(desk.sees("lin (X) against ada (O)", "ada to move", "ROUND 2  move 4"))
        try #require(ada.sees("ada (O) against lin (X)", "YOUR MOVE"))
        // The offline move may arrive after ada has seen the first two, whose order is known.
        ada.waits(for: "the fourth move of round 2") { screen in
            ["ROUND 2  move 4", "3 X 9"].contains { screen.text.contains($0) }
        }
        // The choices file has the theme. In the configuration a number places a piece at once,
        // and pieces are ASCII.
        ada.press("t")
        try #require(ada.sees("> light"))
        ada.press("esc")
        ada.waits(for: "the board alone") { !$0.text.contains("> light") }
        ada.press("3")
        try #require(desk.sees("YOUR MOVE", "ROUND 2  move 5"))
        ada.press("R", "y")
        desk.sees("YOU WIN")
        // The server has kept the first round for ada, who was a guest, and adds this one.
        desk.press("q", "y")
        desk.seesTheEnd()
        ada.signsUp(with: "correct horse battery", as: "ada", afterMatch: true)
        ada.chooses("statistics")
        ada.sees("2 rounds")
        withExtendedLifetime(server) {}
    }

    @Test(
        "The door has its key, knows an account by a key, and refuses a banned key",
        arguments: FixtureSet.versions)
    func door(version: String) throws {
        let set = try FixtureSet(version)
        let port = try freePort()
        let server = try set.serve([
            "--door", "--ssh", "127.0.0.1:\(port)", "--host-key", set.path("door"), "--bans",
            set.path("bans"),
        ])
        func ask(by key: String, _ words: String...) throws -> (text: String, status: CInt) {
            let options = TerminalHouse.options(
                "okafor", key: set.path(key), at: port, known: set.path("known"))
            return try PipedProgram.run("/usr/bin/ssh", options + ["127.0.0.1"] + words)
        }
        // The door opens a little later than the server.
        var games = ""
        try eventually {
            let answer = try ask(by: "key", "games")
            games = answer.text
            return answer.status != 255
        }
        try Golden(set).compare(games, with: "door")
        let banned = try ask(by: "banned-key", "games")
        #expect(banned.text.contains("You are banned.") && banned.status != 0, "\(banned)")
        let key = try set.text("door.pub").split(separator: " ")[1]
        #expect(try set.text("known").contains(key))
        #expect(server.stop() == 0)
    }

    /// Repeats the calls of a file of answers, and compares.
    private func expect(_ name: String, of set: FixtureSet, at server: ServedProgram) throws {
        let count = try set.text(name).split(separator: "\n").count
        #expect(count > 50)
        let finding = try server.python(Self.asks, [set.path(name)])
        #expect(finding == "\(count) are the same\n")
    }

    /// Repeats the calls of a file of answers, and prints those with another answer.
    ///
    /// The server may still have to insert a result or to move a copy, so a call is repeated for a
    /// while. Sentences may change between versions, and numbers keep each digit.
    private static let asks = """
        def content(path, text):
            found = json.loads(text, parse_float=str, parse_int=str)
            # The owed result is inserted at the start, at a log position made of the time.
            if "/result/" in path: del found["current"]
            # A copy keeps the order of each bucket's changes. The feed of all is made again.
            if "/all?" in path:
                for entry in found: del entry["cv"]
                found.sort(key=lambda entry: (entry["id"], int(entry["ev"])))
            return found
        session, same = requests.Session(), 0
        def differs(method, path, headers, data, status, body):
            answer = session.request(method, f"http://127.0.0.1:{PORT}/1/{path}", headers=headers,
                json=data)
            if answer.status_code != status: return f"{answer.status_code} {answer.text}"
            if status == 200 and body and content(path, answer.text) != content(path, body):
                return answer.text
        deadline = time.monotonic() + 20
        for line in open(sys.argv[2]):
            found = differs(*json.loads(line))
            while found and time.monotonic() < deadline:
                time.sleep(0.05)
                found = differs(*json.loads(line))
            if found: print(line, "now:", found)
            same += not found
        print(same, "are the same")
        """
}
