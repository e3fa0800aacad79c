import Glibc
import TestKit
import TestSupport
import Testing

@Suite("Accounts on a real server", .waits)
struct AccountTests {
    private static let key = "X-Simperium-API-Key: 82d1ba4935326590feb72cd24aea9f61"
    private static let kim = #"{"username":"kim","password":"correct horse"}"#

    private static func operate(on server: ServedProgram, _ words: String...) throws -> (
        text: String, status: CInt
    ) {
        let place = ["--store", server.store, "--listen", server.address]
        return try PipedProgram.run(PipedProgram.ours, ["accounts"] + words + place)
    }

    /// Returns the code in the text of `accounts reset`.
    private static func code(in text: String) throws -> String {
        let words = text.split { !$0.isLetter && !$0.isNumber }
        return String(try #require(words.first { $0.count == 10 && $0.uppercased() == $0 }))
    }

    private static func status(
        of path: String, on server: ServedProgram, _ body: String = kim
    ) throws -> String {
        try server.curl(
            "/1/tictactoe/\(path)/", "-H", key, "-d", body, "-o", "/dev/null", "-w", "%{http_code}")
    }

    @Test("S94, S95: The operator lists, locks, resets and deletes accounts by a command")
    func operates() throws {
        let server = try ServedProgram()
        #expect(try Self.operate(on: server, "list").text.contains("there are no accounts"))
        #expect(try Self.status(of: "create", on: server) == "200")
        server.crash()
        try server.start()
        #expect(try Self.status(of: "authorize", on: server) == "200")
        #expect(try Self.operate(on: server, "list").text.hasPrefix("kim  "))
        let list = try Self.operate(on: server, "list", "--json").text
        #expect(list.contains(#""username":"kim""#) && !list.contains("horse"))

        #expect(try Self.operate(on: server, "lock", "kim").status == 0)
        #expect(try Self.status(of: "authorize", on: server) == "403")
        #expect(try Self.operate(on: server, "unlock", "KIM").status == 0)
        #expect(try Self.operate(on: server, "reset", "kim").text.contains("within an hour"))
        let shown = try Self.operate(on: server, "reset", "kim", "--json").text
        #expect(shown.hasPrefix("{") && shown.contains(#""code":""#), "\(shown)")
        let code = try Self.code(in: shown)
        let body = #"{"username":"kim","code":"\#(code)","new_password":"battery staple"}"#
        let answer = try server.curl("/1/tictactoe/authorize/", "-H", Self.key, "-d", body)
        #expect(answer.contains(#""username":"kim""#), "\(answer) to \(body) after \(shown)")
        #expect(try Self.status(of: "authorize", on: server) == "401")
        #expect(try Self.operate(on: server, "delete", "kim").status == 0)
        #expect(try Self.status(of: "create", on: server) == "409")
        let reserved = try Self.operate(on: server, "add", "kim")
        #expect(
            reserved.status == 5
                && reserved.text.contains("kim is not free: this username ")
                && reserved.text.contains("reserved for 90 days"), "\(reserved.text)")
        let missing = try Self.operate(on: server, "lock", "lee")
        #expect(missing.status == 4)
    }

    @Test("The operator reads why the server adds no account, or the password file is not used")
    func refusedAddition() throws {
        let server = try ServedProgram()
        let file = server.folder.path("password")
        func add(_ name: String) throws -> String {
            try Self.operate(on: server, "add", name, "--password-file", file).text
        }
        #expect(try add("lee") == "tictactoe: \(file) can't be read: no such file\n")
        try Files.write("\n", to: file)
        #expect(try add("lee").contains("no password on its first line"))
        try Files.write("short\n", to: file)
        #expect(try add("lee").hasSuffix(" and must not be the name\n"))
        let added = try Self.operate(on: server, "add", "mia", "--json").text
        #expect(added.hasPrefix("{") && added.contains(#""password":""#), "\(added)")
        try Files.write("correct horse\n", to: file)
        #expect(try add("admin").hasSuffix(": this name is reserved\n"))
    }

    @Test("S286, S290: A player lists sessions and ends them by a command")
    func sessions() throws {
        let server = try ServedProgram()
        let desk = try AccountHome(of: "kim", at: server)
        let lap = try AccountHome(of: "kim", at: server, isNew: false)
        let listed = try desk.runs("account", "sessions")
        let lines = listed.text.split(separator: "\n")
        #expect(listed.status == 0 && lines.count == 2, "\(listed.text)")
        #expect(lines.first?.hasPrefix("1  ") == true)
        #expect(lines.first?.hasSuffix("(this session)") == true)
        #expect(lines.last?.contains("127.0.0.1") == true)
        #expect(try desk.runs("account", "sessions", "end", "9").status == 4)
        #expect(try desk.runs("account", "sessions", "end", "2").status == 0)
        #expect(try lap.runs("account", "sessions").status != 0)
        let ended = try lap.runs("stats")
        #expect(ended.status == 5)
        #expect(
            ended.text.contains("Sign in again. This machine has no copy of the data yet.\n"),
            "\(ended.text)")
        #expect(try desk.runs("account", "sessions", "end", "others").status == 0)
        #expect(try desk.runs("account", "sessions").text.split(separator: "\n").count == 1)
        #expect(try desk.deletesAccount().status == 0)
    }

    @Test("A sign-in over another account is refused, unless the server has ended its session")
    func signInOverAccount() throws {
        let server = try ServedProgram()
        let desk = try AccountHome(of: "kim", at: server)
        let lap = try AccountHome(of: "kim", at: server, isNew: false)
        _ = try AccountHome(of: "lin", at: server)
        for words in [
            ["signup"], ["signup", "mia"], ["signin", "lin"], ["link", "ABCDE23456"],
            ["reset", "lin"],
        ] {
            let (text, status) = try lap.runs(["account"] + words)
            #expect(
                text == "tictactoe: You are signed in as kim. Run tictactoe account signout first."
                    + "\n" && status == 1, "\(words): \(text)")
        }
        #expect(try lap.signsIn(as: "lin").text.contains("You are signed in as kim."))
        #expect(try desk.runs("account", "sessions").text.split(separator: "\n").count == 2)
        #expect(try desk.runs("account", "sessions", "end", "others").status == 0)
        #expect(try lap.signsIn(as: "kim").text == "You are signed in as kim.\n")
    }

    @Test("A user who is signed in signs in again without a password, and resets the password")
    func signsInAgain() throws {
        let server = try ServedProgram()
        let kim = try AccountHome(of: "kim", at: server)
        let again = try kim.runs("account", "signin", "KIM")
        #expect(again.text == "You are signed in as kim.\n" && again.status == 0, "\(again)")

        let code = try Self.code(in: Self.operate(on: server, "reset", "kim").text)
        let reset = try kim.opens("account", "reset", "kim")
        reset.says(code)
        reset.says("battery staple horse")
        reset.closesInput()
        let text = reset.rest()
        #expect(text == "You are signed in as kim.\n" && reset.end() == 0, "\(text)")
        #expect(try kim.runs("account", "sessions").text.split(separator: "\n").count == 1)
    }

    @Test("S98: A server that is killed when a round ends has one result for each player")
    func killed() throws {
        let server = try ServedProgram()
        for round in 1...Seeds.count(10, most: 5) {
            let played = try server.startPython(Self.player, ["\(round)"])
            #expect(played.line() == "over")
            server.crash()
            played.send(SIGKILL)
            _ = played.end()
            try server.start()
            let counts = try server.python(Self.counter)
            #expect(counts.split(separator: "\n") == ["\(round)", "\(round)"])
        }
    }

    @Test(
        "S98: If it shares a Redis, the next server inserts the results, though no player returns")
    func killedWriter() throws {
        let cluster = try Cluster()
        var (writer, next) = (try cluster.serve(), try cluster.serve())
        for round in 1...Seeds.count(4, most: 3) {
            let played = try next.startPython(Self.player, ["\(round)"])
            #expect(played.line() == "over")
            writer.crash()
            played.send(SIGKILL)
            _ = played.end()
            let counts = try next.python(Self.counter)
            #expect(counts.split(separator: "\n") == ["\(round)", "\(round)"])
            try writer.start()
            swap(&writer, &next)
        }
    }

    @Test("S98, S251: A round whose end the file refuses has no result", .direct)
    func refusedEnd() throws {
        let server = try ServedProgram()
        #expect(server.stop() == 0)
        let change = "import sqlite3; sqlite3.connect(sys.argv[2], isolation_level=None).execute("
        _ = try server.python(
            change + #"""
                "CREATE TRIGGER refuse BEFORE INSERT ON recent WHEN NEW.key LIKE 'match-%' AND "
                "NEW.version = 6 BEGIN SELECT RAISE(ABORT, 'refused'); END")
                """#, [server.store])
        try server.start()
        let played = try server.startPython(Self.player, ["1"])
        #expect(played.rest().contains("1013"))
        #expect(try server.python(Self.counter) == "0\n0\n")
        #expect(server.stop() == 0)
        _ = try server.python(change + "'DROP TRIGGER refuse')", [server.store])
        try server.start()
        let again = try server.startPython(Self.player, ["2"])
        #expect(again.line() == "over")
        #expect(try server.python(Self.counter) == "1\n1\n")
    }

    private static let common = #"""
        URL = f"ws://127.0.0.1:{PORT}/sock/1/tictactoe/websocket"
        def sign(name):
            body = {"username": name, "password": "correct horse"}
            answer = call("POST", "authorize/", body)
            return (answer if answer.ok else call("POST", "create/", body)).json()

        """#

    /// Two players of one round. Each prints a line when its end is acknowledged.
    private static let player =
        common + #"""
            ROUND = sys.argv[2]
            IDS = [f"{number}{int(ROUND):014x}" for number in "ab"]

            async def enter(ws, id, name):
                account = sign(name)
                await ws.send(init(0, "Player", id, cmd="cv:"))
                await ws.send(init(1, "Match", id, cmd="cv:"))
                await ws.send(init(2, "profile", id, token=account["access_token"], cmd="cv:"))
                await heard(ws, "2:c:")
                player = {"playerID": id, "mode": "auto", "name": name, "rules": 2,
                    "user": account["userid"]}
                await change(ws, 0, id, player)

            async def play():
                async with websockets.connect(URL) as ann, websockets.connect(URL) as bob:
                    await enter(ann, IDS[0], "ann")
                    await enter(bob, IDS[1], "bob")
                    match = {"circlePlayerID": IDS[0], "crossPlayerID": IDS[1],
                        "matrix": [0] * 9, "nextPieceKind": 2, "round": 1, "circleWins": 0,
                        "crossWins": 0, "draws": 0}
                    key = "match-" + ROUND
                    await change(ann, 1, key, match)
                    for version, square in enumerate([4, 0, 2, 1, 6], 1):
                        piece = 2 if version % 2 else 1
                        match["matrix"][square] = piece
                        match["nextPieceKind"] = 3 - piece
                        await change(ann if piece == 2 else bob, 1, key, match, version)
                    print("over", flush=True)
                    await asyncio.sleep(60)
            asyncio.run(play())
            """#

    private static let counter =
        common + #"""
            for name in ["ann", "bob"]:
                token = sign(name)["access_token"]
                print(len(call("GET", "result/index", token=token).json()["index"]))
            """#
}
