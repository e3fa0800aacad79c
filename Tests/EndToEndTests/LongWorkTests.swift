import TestKit
import TestSupport
import Testing

@Suite("Long changes at a real server", .waits)
struct LongWorkTests {
    @Test("S100: Long changes are computed while others are answered, and merged like short ones")
    func beside() throws {
        let server = try ServedProgram(["--app", "demo"])
        let text = try server.python(Self.program, [try server.keys(of: "demo").administrator])
        #expect(text == "h:2 first, same True\nmerged True\n")
    }

    private static let program = """
        async def main():
            async with websockets.connect(
                f"ws://127.0.0.1:{PORT}/sock/1/demo/websocket", max_size=None) as me:
                await me.send(init(0, "todo", "me", "demo", sys.argv[2]))
                await me.recv()
                await me.send("0:cv:")
                await me.recv()
                def write(version, operation, ccid):
                    return "0:c:" + json.dumps({"id": "a", "o": "M", "sv": version,
                        "ccid": ccid, "v": {"t": operation}})
                text = "b" * 400_000
                await me.send(write(0, {"o": "+", "v": text}, "1"))
                await me.send("h:1")
                beat = await me.recv()
                change = json.loads((await me.recv())[4:])[0]
                print(f"{beat} first, same {change['v']['t']['v'] == text}")
                await me.send(write(1, {"o": "d", "v": "=400000\\t+c"}, "2"))
                await me.send(write(1, {"o": "d", "v": "+a\\t=400000"}, "3"))
                for _ in range(2): await me.recv()
                await me.send("0:e:a.3")
                entity = await me.recv()
                merged = json.loads(entity[entity.index("{"):])["data"]["t"]
                print(f"merged {merged == 'a' + text + 'c'}")
        asyncio.run(main())
        """
}
