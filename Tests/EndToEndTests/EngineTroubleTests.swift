import Glibc
import TestKit
import TestSupport
import Testing

/// A server on a real Redis that is silent, or has no memory left.
@Suite("A Redis that fails its servers", .waits)
struct EngineTroubleTests {
    private func served() throws -> (Cluster, ServedProgram, String) {
        let cluster = try Cluster()
        let server = try cluster.serve("--app", "notes")
        let keys = try ServedProgram.keys(of: "notes", in: cluster.keys)
        return (cluster, server, keys.api)
    }

    @Test(
        "S181 After six silent seconds all clients are disconnected, and each change is made once")
    func silent() throws {
        let (cluster, server, key) = try served()
        let said = try server.startPython(Self.head + Self.asksOfTheSilent, [key])
        #expect(said.line() == "in")
        try cluster.redis.command("client", "pause", "9000", "all")
        said.says("go")
        #expect(said.rest() == "1013 in time\nagain\nonce\n")
    }

    @Test(
        "S180 Without memory in Redis nothing is added, data is read and removed, and none is lost")
    func full() throws {
        let (cluster, server, key) = try served()
        let said = try server.startPython(Self.head + Self.asksOfTheFull, [key])
        #expect(said.line() == "in")
        try cluster.redis.command("config", "set", "maxmemory", "1")
        said.says("go")
        #expect(said.line() == "1013 1013")
        #expect(said.line() == "removed")
        #expect(said.line() == "1013")
        #expect(said.line() == "read")
        #expect(said.line() == "503")
        try cluster.redis.command("config", "set", "maxmemory", "0")
        said.says("go")
        #expect(said.rest() == "written\nonce\nTrue\nonce\n")
        let log = try server.logged
        let sentence = #"not written why="Redis is out of memory: raise maxmemory""#
        #expect(log.contains(sentence), "\(log)")
        #expect(!log.contains("disk"))
    }

    private static let head = #"""
        call = functools.partial(call, app="notes", key=sys.argv[2])
        TOKEN_OF_KIM = call("POST", "create/",
            {"username": "kim@example.com", "password": "correct horse"}).json()["access_token"]
        def line():
            return websockets.connect(f"ws://127.0.0.1:{PORT}/sock/1/notes/websocket")
        async def enter(ws):
            await ws.send(init(0, "todo", "kims-device", "notes", TOKEN_OF_KIM))
            await ws.send("0:i:1:::10")
            await until(ws, "0:i:")
        async def until(ws, start, seconds=30):
            while True:
                frame = await asyncio.wait_for(ws.recv(), seconds)
                if frame.startswith(start): return frame
        def adding(key):
            return "0:c:" + json.dumps({"id": key, "o": "M", "ccid": "made-" + key,
                "v": {"a": {"o": "+", "v": 1}}})
        def judge(key):
            found = call("GET", f"todo/i/{key}", token=TOKEN_OF_KIM)
            index = call("GET", "todo/index?data=1", token=TOKEN_OF_KIM).json()["index"]
            mine = [entry for entry in index if entry["id"] == key]
            print("once" if found.json() == {"a": 1} and [one["v"] for one in mine] == [1] else
                (found.text, mine))

        """#

    private static let asksOfTheSilent = #"""
        async def main():
            async with line() as ws:
                await enter(ws)
                print("in", flush=True)
                sys.stdin.readline()
                began = time.monotonic()
                await ws.send(adding("n1"))
                try:
                    while True: await asyncio.wait_for(ws.recv(), 60)
                except websockets.ConnectionClosed as end:
                    taken = time.monotonic() - began
                    print(end.code, "in time" if 4 < taken < 9 else taken)
            while True:
                try:
                    async with line() as ws:
                        await enter(ws)
                        print("again")
                        await ws.send(adding("n1"))
                        frame = await until(ws, "0:c:")
                        break
                except Exception:
                    await asyncio.sleep(0.2)
        asyncio.run(main())
        judge("n1")
        """#

    /// The log of a refused change fails once: its clients are closed, and come back.
    private static let asksOfTheFull = #"""
        def call_adding(key):
            return call("POST", f"todo/i/{key}?ccid=made-{key}", {"a": 1}, TOKEN_OF_KIM)
        async def end(ws):
            try:
                while True: await asyncio.wait_for(ws.recv(), 20)
            except websockets.ConnectionClosed as end: return end.code
        async def main():
            async with line() as ws, line() as other:
                await enter(ws)
                await enter(other)
                await ws.send(adding("old"))
                await until(ws, "0:c:")
                await until(other, "0:c:")
                print("in", flush=True)
                sys.stdin.readline()
                await ws.send(adding("n1"))
                print(await end(ws), await end(other), flush=True)
            async with line() as ws, line() as other:
                await enter(ws)
                await enter(other)
                await other.send('0:c:{"id":"old","o":"-","ccid":"gone-old"}')
                assert "gone-old" in await until(other, "0:c:")
                assert "gone-old" in await until(ws, "0:c:")
                print("removed", flush=True)
                await ws.send(adding("n1"))
                print(await end(ws), flush=True)
                await other.send("0:i:1:::10")
                assert json.loads((await until(other, "0:i:"))[4:])["index"] == []
                print("read", flush=True)
            # A call that is refused can be repeated.
            print(call_adding("n2").status_code, flush=True)
            sys.stdin.readline()
            while True:
                async with line() as ws:
                    try:
                        await enter(ws)
                        await ws.send(adding("n1"))
                        assert "made-n1" in await until(ws, "0:c:")
                        break
                    except websockets.ConnectionClosed: await asyncio.sleep(0.2)
            print("written")
        asyncio.run(main())
        judge("n1")
        print(eventually(lambda: call_adding("n2").status_code == 200))
        judge("n2")
        """#
}
