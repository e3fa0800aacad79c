import Glibc
import SimperiumKit
import TestKit
import TestSupport
import Testing

/// The program as a server for third-party programs.
@Suite("Servers", .serialized, .waits)
struct ServerTests {
    private static func members(_ json: String) -> [String: String] {
        let members = (try? JSON(text: json))?.object ?? [:]
        return Dictionary(
            uniqueKeysWithValues: members.map { ($0.name.string, $0.value.string ?? "") })
    }

    @Test("S1, S2, S6, S12, S30: Python's websockets connects at both addresses, and is answered")
    func webSocket() throws {
        let server = try ServedProgram()
        let text = try server.python(
            """
            async def main():
                async with websockets.connect(
                    f"ws://127.0.0.1:{PORT}/sock/1/TicTacToe/websocket", origin=None) as one, \\
                    websockets.connect(f"ws://127.0.0.1:{PORT}/sock/websocket") as two:
                    await one.send("h:5")
                    print(await one.recv())
                    for name, peer in (("c1", one), ("c2", two)):
                        await peer.send(init(0, "Player", name))
                        print(await peer.recv())
                    await one.send('0:c:{"id":"c1","o":"M","ccid":"abc1","v":' + json.dumps(
                        {k: {"o": "+", "v": v} for k, v in
                         {"playerID": "c1", "name": "kim", "mode": "auto"}.items()}) + '}')
                    await one.recv()
                    await two.send("0:cv:")
                    change = json.loads((await two.recv())[4:])[0]
                    print(change["clientid"], change["ccids"], change["ev"], "sv" in change)
            asyncio.run(main())
            """)
        #expect(text == "h:6\n0:auth:lobby\n0:auth:lobby\nc1 ['abc1'] 1 False\n")
    }

    @Test("S53, S59, S62, S63, S64, S65, S67: curl and Python edit one user's objects")
    func http() throws {
        let server = try ServedProgram(["--app", "demo"])
        let keys = try server.keys(of: "demo")
        let user = #"{"username":"kim@example.org","password":"correct horse"}"#
        let key = "X-Simperium-API-Key: \(keys.api)"
        let kim = Self.members(try server.curl("/1/demo/create/", "-H", key, "-d", user))
        let token = try #require(kim["access_token"])
        let field = "X-Simperium-Token: \(token)"
        #expect(
            try server.curl(
                "/1/demo/create/", "-H", key, "-d", user, "-o", "/dev/null", "-w", "%{http_code}")
                == "409")
        let posted = try server.curl(
            "/1/demo/todo/i/a?response=1&clientid=py&ccid=ab", "-i", "-H", field, "-d", #"{"n":1}"#)
        #expect(posted.contains("X-Simperium-Version: 1\r\n"))
        #expect(posted.hasSuffix(#"{"n":1}"#))
        let heard = try server.python(
            Self.editor, [token])
        #expect(heard == "0:auth:kim@example.org\n[{'id': 'a', 'v': 1, 'd': {'n': 1}}]\n")
        #expect(try server.curl("/1/demo/todo/i/a", "-H", field) == #"{"n":2}"#)
        let changes = try server.curl("/1/demo/todo/changes?cv=", "-H", field)
        #expect(changes.contains(#""ccids":["ab"]"#) && changes.contains(#""ccids":["cd"]"#))
        let all = try server.curl(
            "/1/demo/todo/all?cv=000000010000000000000000&data=1", "-H",
            "X-Simperium-Token: \(keys.administrator)")
        #expect(all.contains(#""id":"\#(kim["userid"] ?? "")/a""#))
        #expect(
            try server.curl("/1/demo/todo/i/a", "-H", field, "-X", "DELETE", "-w", "%{http_code}")
                == "200")
        #expect(
            try server.curl("/1/demo/todo/i/a", "-H", field, "-w", "%{http_code}").hasSuffix("404"))
    }

    @Test(
        "S11, S29: The messages of one tick reach each of many clients in order, and no others",
        .direct)
    func crowd() throws {
        let server = try ServedProgram(["--app", "demo"])
        let text = try server.python(
            Self.chorus, [try server.keys(of: "demo").administrator])
        #expect(text == "author in order\na in order\nb in order\n")
    }

    @Test("S72: A client that doesn't read is dropped, and no other client notices")
    func slowReader() throws {
        let server = try ServedProgram(["--app", "demo"])
        let keys = try server.keys(of: "demo")
        let text = try server.python(
            Self.lazyReader, [keys.administrator])
        #expect(text == "dropped True\n")
    }

    @Test("A stopped server asks each client to reconnect later, and exits with 0", .direct)
    func stop() throws {
        let server = try ServedProgram()
        let client = try server.startPython(
            """
            async def main():
                async with websockets.connect(f"ws://127.0.0.1:{PORT}/sock/websocket") as me:
                    print("in", flush=True)
                    await me.wait_closed()
                    print(me.close_code)
            asyncio.run(main())
            """)
        #expect(client.line() == "in")
        let start = ContinuousClock.now
        server.send(SIGTERM)
        #expect(server.end() == 0)
        #expect(ContinuousClock.now - start < .seconds(5))
        #expect(client.rest() == "1001\n")
    }

    @Test("If another program listens already, the server reports that, and disturbs nothing")
    func takenPort() throws {
        let server = try ServedProgram()
        let text = try PipedProgram.run(
            PipedProgram.ours,
            ["serve", "--listen", "127.0.0.1:\(server.port)", "--store", "memory"]
        ).text
        #expect(text.contains("127.0.0.1:\(server.port)"))
        #expect(text.contains("already in use"))
        #expect(try server.curl("/healthz").contains(#""status":"ok""#))
    }

    @Test("After a stop all data is in one file", .direct)
    func oneFile() throws {
        let server = try ServedProgram(["--app", "demo"])
        let text = try server.python(
            Self.writer, [try server.keys(of: "demo").administrator, "50"])
        #expect(text == "50\n")
        let log = server.store + "-wal"
        #expect(Files.exists(log))
        try #require(server.stop() == 0)
        let files = try Files.names(in: server.folder.place)
        #expect(files.filter { $0.hasPrefix("store") }.sorted() == ["store.db", "store.db.keys"])
    }

    @Test("A copy under load has everything that was acknowledged before", .direct)
    func backup() throws {
        let server = try ServedProgram(["--app", "demo"])
        let key = try server.keys(of: "demo").administrator
        let writer = try server.startPython(Self.writer, [key, "1000000"])
        for number in 1...3 {
            let acknowledged = try #require(writer.line().flatMap { Int($0) })
            let copy = server.folder.path("copy\(number)")
            let words = ["backup", "--store", server.store, copy]
            try #expect(PipedProgram.run(PipedProgram.ours, words).status == 0)
            try #expect(PipedProgram.run(PipedProgram.ours, words).status == 1, "it is there")

            let restored = try ServedProgram(["--app", "demo"], in: .file(copy))
            #expect(try restored.keys(of: "demo").administrator == key)
            let entity = try restored.curl("/1/demo/todo/i/a", "-H", "X-Simperium-Token: \(key)")
            let kept = try JSON(text: entity)["n"]?.int
            #expect(try #require(kept) >= acknowledged)
            #expect(restored.stop() == 0)
        }
        // The server has continued meanwhile.
        #expect(writer.line() != nil)
        #expect(server.stop() == 0)
    }

    /// Counts in an object, and prints each fiftieth acknowledged number.
    private static let writer = """
        async def main():
            async with websockets.connect(f"ws://127.0.0.1:{PORT}/sock/1/demo/websocket") as me:
                await me.send(init(0, "todo", "c1", "demo", sys.argv[2]))
                await me.recv()
                for n in range(1, int(sys.argv[3]) + 1):
                    change = {"n": {"o": "r" if n > 1 else "+", "v": n}}
                    await me.send("0:c:" + json.dumps({"id": "a", "o": "M", "ccid": f"w{n}",
                        "v": change, **({"sv": n - 1} if n > 1 else {})}))
                    while f'"w{n}"' not in await me.recv(): pass
                    if n % 50 == 0: print(n, flush=True)
        asyncio.run(main())
        """

    /// A client's frames in their form on the wire, to be sent in one piece.
    private static let frames = """
        def frame(text):
            data = text.encode()
            head = bytes([0x81, 0x80 | len(data)]) if len(data) < 126 else \\
                bytes([0x81, 0xFE]) + len(data).to_bytes(2, "big")
            return head + bytes(4) + data

        """

    /// Changes objects in two buckets in turn, all in one packet. Each bucket has a listener.
    private static let chorus =
        frames + """
            ADMIN, COUNT = sys.argv[2], 20
            def change(channel, n):
                return f"{channel}:c:" + json.dumps({"id": f"k{n}", "o": "M", "ccid": f"c{n}",
                    "v": {}})
            def heard(message):
                if message.startswith("h:"): return message
                return message[0] + json.loads(message[4:])[0]["id"][1:]
            async def main():
                def comer():
                    return websockets.connect(f"ws://127.0.0.1:{PORT}/sock/websocket")
                async with comer() as author, comer() as a, comer() as b:
                    for peer, buckets in (author, "ab"), (a, "a"), (b, "b"):
                        for channel, bucket in enumerate(buckets):
                            await peer.send(init(channel, bucket, "c" + buckets, "demo", ADMIN,
                                cmd="cv:"))
                            await peer.recv()
                            await peer.recv()
                    said = [text for n in range(COUNT)
                        for text in (change(0, n), f"h:{n}", change(1, n), change(0, n + COUNT))]
                    author.transport.write(b"".join(map(frame, said)))
                    expected = [x for n in range(COUNT)
                        for x in (f"0{n}", f"h:{n + 1}", f"1{n}", f"0{n + COUNT}")]
                    for name, peer, part in (
                        ("author", author, expected),
                        ("a", a, [x for x in expected if x[0] == "0"]),
                        ("b", b, ["0" + x[1:] for x in expected if x[0] == "1"])):
                        got = [heard(await peer.recv()) for _ in part]
                        # A heartbeat overtakes what waits for the disk.
                        apart = lambda all: ([x for x in all if x[0] == "h"],
                            [x for x in all if x[0] != "h"])
                        print(name, "in order" if apart(got) == apart(part) else got)
            asyncio.run(main())
            """

    /// A client that reads nothing, while others write and read.
    private static let lazyReader =
        frames + """
            ADMIN = sys.argv[2]
            async def main():
                lazy = socket.create_connection(("127.0.0.1", int(PORT)))
                lazy.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
                lazy.sendall((f"GET /sock/websocket HTTP/1.1\\r\\nHost: localhost\\r\\n"
                        "Upgrade: websocket\\r\\n"
                    "Connection: Upgrade\\r\\nSec-WebSocket-Version: 13\\r\\n"
                    "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\\r\\n\\r\\n").encode())
                lazy.recv(4096)
                lazy.sendall(frame(init(0, "todo", "lazy", "demo", ADMIN, cmd="cv:")))
                while b"0:c:[]" not in lazy.recv(4096): pass
                async with websockets.connect(f"ws://127.0.0.1:{PORT}/sock/websocket") as me:
                    await me.send(init(0, "todo", "me", "demo", ADMIN, cmd="cv:"))
                    for n in range(1, 31):
                        text = {"o": "+", "v": "x" * 400_000}
                        await me.send("0:c:" + json.dumps({"id": f"k{n}", "o": "M",
                            "ccid": f"c{n}", "v": {"t": text}}))
                        while f'"c{n}"' not in await me.recv(): pass
                    lazy.settimeout(120)
                    size = 0
                    try:
                        while True:
                            more = lazy.recv(1 << 20)
                            if not more: break
                            size += len(more)
                    except ConnectionError: pass
                    print("dropped", size < 8_000_000)
            asyncio.run(main())
            """

    /// Sees the page that curl wrote, and changes the object on it.
    private static let editor = """
        async def main():
            async with websockets.connect(f"ws://127.0.0.1:{PORT}/sock/1/demo/websocket") as me:
                await me.send(init(0, "todo", "c1", "demo", sys.argv[2], cmd="i:1:::10"))
                print(await me.recv())
                page = json.loads((await me.recv())[4:])
                print(page["index"])
                await me.send('0:c:{"id":"a","o":"M","sv":1,"ccid":"cd",'
                    '"v":{"n":{"o":"r","v":2}}}')
                await me.recv()
        asyncio.run(main())
        """
}
