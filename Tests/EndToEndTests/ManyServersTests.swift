import Glibc
import TestKit
import TestSupport
import Testing

/// Servers that share a Redis, and the keys of their apps.
final class Cluster {
    let redis: RedisServer
    private let folder: TemporaryFolder

    init() throws {
        redis = try RedisServer()
        folder = try TemporaryFolder()
    }

    /// The path of the keys of all apps.
    var keys: String { folder.path("keys") }

    func serve(_ arguments: String...) throws -> ServedProgram { try serve(arguments) }

    func serve(_ arguments: [String]) throws -> ServedProgram {
        try ServedProgram(
            ["--keys", keys, "--max-per-address", "1000"] + arguments,
            in: .redis("redis://127.0.0.1:\(redis.port)"))
    }
}

@Suite("Many servers on one Redis", .waits)
struct ManyServersTests {
    @Test("S137 Players at two servers meet, and one returns at the other server")
    func match() throws {
        let cluster = try Cluster()
        let (one, other) = (try cluster.serve(), try cluster.serve())
        let okafor = try TerminalPerson("okafor", at: one)
        okafor.sees("in sync", "Looking for a match")
        let lin = try TerminalPerson("lin", at: other)
        okafor.sees("okafor", "against lin", "ROUND 1")
        lin.sees("lin", "against okafor", "ROUND 1")
        // The player that both servers have known for longer begins. That is not always okafor.
        let (first, second) = whoBegins(okafor, lin)
        playRound(first, second)
        first.sees("YOU WIN")
        second.sees("YOU LOSE")
        first.press("r")
        second.sees("wants a rematch")
        second.press("r")
        second.sees("YOUR MOVE")
        second.plays(5)
        first.sees("YOUR MOVE")
    }

    @Test("S139 A sign-out or a deletion at one server closes the user's connections at the other")
    func revoked() throws {
        let cluster = try Cluster()
        let (one, other) = (try cluster.serve(), try cluster.serve())
        let deletion = Self.signsOut.replacing("kim", with: "lin").replacing(
            #"call("POST", "signout/", token=token)"#,
            with: #"call("POST", "leave/", {"password": "correct horse"}, token)"#)
        for program in [Self.signsOut, deletion] {
            #expect(try one.python(program, [String(other.port)]) == "in\n401\n")
        }
    }

    @Test(
        "S207 An option applies at all servers, and a waiting caller gets the other's change")
    func elsewhere() throws {
        let cluster = try Cluster()
        let (one, other) = (
            try cluster.serve("--app", "notes"), try cluster.serve("--app", "notes")
        )
        let keys = try ServedProgram.keys(of: "notes", in: cluster.keys)
        let said = try one.python(
            Self.setsOptions, [String(other.port), keys.api, keys.administrator])
        #expect(said == "n1\n2\nheard n2\n")
    }

    /// Writes at one server to a bucket whose capacity of two objects was set at the other, and
    /// waits for a change at the other.
    private static let setsOptions = #"""
        import threading
        OTHER, KEY, ADMIN = sys.argv[2:5]
        def ask(*words, **more):
            answer = call(*words, app="notes", key=KEY, **more)
            assert answer.ok, answer.text
            return answer.content and answer.json()
        body = {"username": "kim@example.com", "password": "correct horse"}
        token = ask("POST", "create/", body)["access_token"]
        def index(port):
            found = ask("GET", "todo/index", token=token, port=port)
            return [entry["id"] for entry in found["index"]]
        ask("POST", "todo/i/n1", {"a": 1}, token)
        print(index(OTHER)[0])
        ask("POST", "__options__/i/todo", {"capacity": 2}, ADMIN, port=OTHER)
        time.sleep(1)
        for number in range(2, 6): ask("POST", f"todo/i/n{number}", {"a": 1}, token)
        eventually(lambda: len(index(PORT)) == 2)
        print(len(index(OTHER)))
        cursor = ask("GET", "todo/index", token=token, port=OTHER)["current"]
        heard = []
        def wait():
            found = ask("GET", f"todo/changes?cv={cursor}&wait=1", token=token, port=OTHER)
            heard.extend(change["id"] for change in found)
        waiter = threading.Thread(target=wait)
        waiter.start()
        time.sleep(0.3)
        ask("POST", "todo/i/n2", {"a": 2}, token)
        waiter.join(20)
        print("heard", heard[0])
        """#

    /// Signs up at one server, is let in at the other, and signs out at the first.
    private static let signsOut = #"""
        OTHER = sys.argv[2]
        async def main():
            body = {"username": "kim", "password": "correct horse"}
            token = call("POST", "create/", body).json()["access_token"]
            async with websockets.connect(
                    f"ws://127.0.0.1:{OTHER}/sock/1/tictactoe/websocket") as ws:
                await ws.send(init(0, "profile", "kims-device", token=token))
                assert (await asyncio.wait_for(ws.recv(), 20)).startswith("0:auth:")
                print("in")
                call("POST", "signout/", token=token)
                while True:
                    frame = await asyncio.wait_for(ws.recv(), 20)
                    if frame.startswith("0:auth:"): break
                print(json.loads(frame.split(":", 2)[2])["code"])
        asyncio.run(main())
        """#

    @Test("C74 When one server is killed, a player who knows two is back in the match at the other")
    func killed() throws {
        let cluster = try Cluster()
        let (one, other) = (try cluster.serve(), try cluster.serve())
        let both = "\(one.address),\(other.address)"
        let okafor = try TerminalPerson(["--server", both, "--name", "okafor"])
        okafor.sees("in sync", "Looking for a match")
        let lin = try TerminalPerson(["--server", both, "--name", "lin"])
        okafor.sees("YOUR MOVE")
        okafor.plays(5)
        lin.sees("YOUR MOVE")
        one.crash()
        lin.plays(1)
        okafor.sees("YOUR MOVE")
        okafor.plays(3)
        lin.sees("YOUR MOVE")
    }

    @Test(
        "S138 A Redis that may lose data is refused, with the name of the setting",
        arguments: [
            ("appendonly", "no", "set appendonly to yes"),
            ("maxmemory-policy", "allkeys-lru", "set maxmemory-policy to noeviction"),
        ])
    func unfit(setting: String, value: String, sentence: String) throws {
        let cluster = try Cluster()
        try cluster.redis.command("config", "set", setting, value)
        let finding = try Self.serve(by: "--store", "redis://127.0.0.1:\(cluster.redis.port)")
        #expect(finding.status == 1)
        #expect(finding.text.contains(sentence))
    }

    @Test("S126 S137 A server that slept too long closes its connections, and begins a new life")
    func asleep() throws {
        let cluster = try Cluster()
        let (one, other) = (try cluster.serve(), try cluster.serve())
        let said = try one.startPython(Self.isHungUpOn)
        #expect(said.line()?.hasPrefix("in ") == true)
        one.send(SIGSTOP)
        try eventually { try other.curl("/healthz").contains(#""role":"writer""#) }
        one.send(SIGCONT)
        #expect(said.rest() == "1013\n200\n")
        try eventually { try one.curl("/healthz").contains(#""role":"stands by""#) }
        try eventually { try other.curl("/healthz").contains(#""others":1"#) }
    }

    @Test("S125 S137 When Redis has lost everything, clients reconnect and read it again")
    func forgotten() throws {
        let cluster = try Cluster()
        let server = try cluster.serve()
        let okafor = try TerminalPerson("okafor", at: server)
        okafor.sees("in sync")
        let said = try server.startPython(Self.isHungUpOn)
        let cursor = try #require(said.line()?.split(separator: " ").last)
        try cluster.redis.command("flushall")
        #expect(said.rest() == "1013\n200\n")
        let again = try server.python(Self.comesAgain, [String(cursor)])
        #expect(again == "?\n")
        okafor.sees("in sync")
        let lin = try TerminalPerson("lin", at: server)
        okafor.sees("against lin (")
        lin.sees("against okafor (")
    }

    /// Connects, waits for the end of the connection, and for a server that accepts a new one.
    private static let isHungUpOn = #"""
        import urllib.error, urllib.request
        async def main():
            async with websockets.connect(
                    f"ws://127.0.0.1:{PORT}/sock/1/tictactoe/websocket") as ws:
                await ws.send(init(0, "Player", "kims-device"))
                await ws.send("0:i:1:::10")
                while True:
                    frame = await asyncio.wait_for(ws.recv(), 20)
                    if frame.startswith("0:i:"): break
                print("in", json.loads(frame[4:])["current"], flush=True)
                try:
                    while True: await asyncio.wait_for(ws.recv(), 60)
                except websockets.ConnectionClosed as end:
                    print(end.code, flush=True)
        asyncio.run(main())
        def status():
            try: return urllib.request.urlopen(f"http://127.0.0.1:{PORT}/healthz").status
            # The end of the first life closes each connection, perhaps also this one.
            except (urllib.error.HTTPError, ConnectionError): return None
        print(eventually(status))
        """#

    private static let comesAgain = #"""
        async def main():
            async with websockets.connect(
                    f"ws://127.0.0.1:{PORT}/sock/1/tictactoe/websocket") as ws:
                await ws.send(init(0, "Player", "kims-device"))
                await ws.send(f"0:cv:{sys.argv[2]}")
                while True:
                    frame = await asyncio.wait_for(ws.recv(), 20)
                    if frame.startswith("0:cv:"): break
                print(frame[5:])
        asyncio.run(main())
        """#

    @Test("S182 A Redis with other data is refused, and left unchanged")
    func foreign() throws {
        let cluster = try Cluster()
        try cluster.redis.command("set", "session:7", "theirs")
        let finding = try Self.serve(by: "--store", "redis://127.0.0.1:\(cluster.redis.port)")
        #expect(finding.status == 1)
        #expect(
            finding.text.contains("this Redis contains another program's data, such as session:7"))
        #expect(try cluster.redis.command("keys", "*") == "session:7")
    }

    @Test("S181 A short silence of Redis keeps out new clients, disconnects none and loses nothing")
    func paused() throws {
        let cluster = try Cluster()
        let server = try cluster.serve()
        let said = try server.startPython(Self.asksMeanwhile)
        #expect(said.line() == "in")
        try cluster.redis.command("client", "pause", "4000", "all")
        said.says("go")
        #expect(said.rest() == "503 False 503\nanswered\n200 True\n")
    }

    /// Requests an index repeatedly, also while Redis is paused.
    private static let asksMeanwhile = #"""
        import urllib.error, urllib.request
        def get(path):
            try:
                answer = urllib.request.urlopen(f"http://127.0.0.1:{PORT}/{path}", timeout=1)
                return answer.status, answer.read()
            except urllib.error.HTTPError as error:
                return error.code, error.read()
        def health():
            status, body = get("healthz")
            return status, json.loads(body)["node"]["alive"]
        async def main():
            async with websockets.connect(
                    f"ws://127.0.0.1:{PORT}/sock/1/tictactoe/websocket") as ws:
                await ws.send(init(0, "Player", "kims-device"))
                await ws.send("0:i:1:::10")
                while True:
                    frame = await asyncio.wait_for(ws.recv(), 20)
                    if frame.startswith("0:i:"): break
                print("in", flush=True)
                sys.stdin.readline()
                for number in range(100):
                    await ws.send("0:i:1:::10")
                    found = health()
                    if found[0] == 503: break
                    await asyncio.sleep(0.05)
                print(*found, get("1/tictactoe/buckets")[0], flush=True)
                await ws.send("0:i:1:::9")
                count = 0
                while count < number + 2:
                    frame = await asyncio.wait_for(ws.recv(), 20)
                    if frame.startswith("0:i:"): count += 1
                print("answered", flush=True)
                print(*health(), flush=True)
        asyncio.run(main())
        """#

    @Test("S138 A server that can't reach its Redis reports that, and ends")
    func nobodyThere() throws {
        let finding = try Self.serve(by: "--store", "redis://127.0.0.1:\(try freePort())")
        #expect(finding.status == 1)
        #expect(finding.text.contains("can't use Redis at 127.0.0.1:"))
        #expect(finding.text.contains(": connection refused"))
    }

    @Test("S138 A Redis with passwords is sent the credentials, over TLS if it has a certificate")
    func credentials() throws {
        let certificates = Certificates.shared
        let redis = try RedisServer(
            encryption: (certificates.path("good"), certificates.key, certificates.authority))
        try redis.command(
            "acl", "setuser", "servers", "on", ">open sesame", "~*", "&*", "+@all")
        try redis.command("acl", "setuser", "default", "-@all", "+acl", "+ping")
        let folder = try TemporaryFolder()
        let (right, wrong) = (folder.path("right"), folder.path("wrong"))
        try Files.write("open sesame\nwhatever\n", to: right)
        try Files.write("open barley\n", to: wrong)
        let engine = "rediss://servers@localhost:\(redis.otherPort)"
        let trust = ["--store-authorities", certificates.authority]
        let served = try ServedProgram(
            ["--keys", folder.path("keys"), "--store-password-file", right] + trust,
            in: .redis(engine))
        let okafor = try TerminalPerson("okafor", at: served)
        okafor.sees("in sync")
        for (words, sentence) in [
            (["--store", engine, "--store-password-file", right], "this machine does not trust"),
            (
                ["--store", engine, "--store-password-file", wrong] + trust,
                "wrong user name or password"
            ),
            (
                ["--store", "rediss://localhost:\(redis.port)"] + trust,
                ": no answer"
            ),
            (
                ["--store", "redis://localhost:\(redis.port)"],
                "has no permissions"
            ),
        ] {
            let finding = try Self.serve(by: words)
            #expect(finding.status == 1)
            #expect(finding.text.contains(sentence), "\(finding.text)")
        }
    }

    private static func serve(by words: String...) throws -> (text: String, status: CInt) {
        try serve(by: words)
    }

    /// Runs a server that is expected to fail at its start.
    private static func serve(by words: [String]) throws -> (text: String, status: CInt) {
        let folder = try TemporaryFolder()
        let finding = try PipedProgram.run(
            PipedProgram.ours,
            ["serve", "--no-door", "--listen", "127.0.0.1:0", "--keys", folder.path("keys")]
                + ["--new-keys"] + words)
        return (finding.text, finding.status)
    }
}
