import TestKit
import TestSupport
import Testing

/// Long messages to and from a third-party client that accepts deflated ones.
@Suite("Deflated messages", .waits)
struct DeflateTests {
    @Test(
        "S99: A client that offers it sends and receives deflated messages; others the same, plain")
    func bothWays() throws {
        let server = try ServedProgram(["--app", "demo"])
        let text = try server.python(Self.program, [try server.keys(of: "demo").administrator])
        #expect(
            text == """
                deflate same True, few bytes True
                None same True, few bytes False
                bomb code 413

                """)
    }

    /// Two clients listen behind a relay that counts bytes, and a third one writes.
    private static let program = """
        async def listen(compression, text, caught_up):
            heard = [0]
            async def relay(reader, writer):
                server, out = await asyncio.open_connection("127.0.0.1", int(PORT))
                async def pump(source, sink, count):
                    while data := await source.read(65536):
                        heard[0] += len(data) * count
                        sink.write(data)
                        await sink.drain()
                    sink.close()
                await asyncio.gather(pump(reader, out, 0), pump(server, writer, 1))
            door = await asyncio.start_server(relay, "127.0.0.1", 0)
            port = door.sockets[0].getsockname()[1]
            async with websockets.connect(
                f"ws://127.0.0.1:{port}/sock/1/demo/websocket", compression=compression,
                max_size=None) as me:
                await me.send(init(0, "todo", f"c-{compression}", "demo", sys.argv[2]))
                await me.recv()
                await me.send("0:cv:")
                await me.recv()
                caught_up.release()
                change = json.loads((await me.recv())[4:])[0]
                same = change["v"]["t"]["v"] == text
                await me.send("0:e:a.1")
                entity = await me.recv()
                same = same and json.loads(entity[entity.index("{"):])["data"]["t"] == text
                return f"{compression} same {same}, few bytes {heard[0] < len(text) // 4}"

        async def main():
            text = "".join(f"Buy {n % 31} apples. " for n in range(4000))
            ready = asyncio.Semaphore(0)
            listeners = [asyncio.create_task(listen(c, text, ready)) for c in ("deflate", None)]
            async with websockets.connect(
                f"ws://127.0.0.1:{PORT}/sock/1/demo/websocket", compression="deflate") as me:
                await me.send(init(0, "todo", "author", "demo", sys.argv[2]))
                await me.recv()
                for _ in listeners: await ready.acquire()
                def write(key, text):
                    return "0:c:" + json.dumps({"id": key, "o": "M", "ccid": "x" + key,
                        "v": {"t": {"o": "+", "v": text}}})
                await me.send(write("a", text))
                for listener in listeners: print(await listener)
                await me.recv()
                await me.send(write("b", "a" * 3_000_000))
                while '"error"' not in (said := await me.recv()): pass
                print("bomb code", json.loads(said[4:])[0]["error"])
        asyncio.run(main())
        """
}
