import Consistency
import Glibc
import TestKit
import TestSupport
import Testing

/// Everything that a server has acknowledged is there after it was killed.
@Suite("A server that is killed repeatedly", .serialized, .waits)
struct CrashTests {
    private static let crashes = Seeds.count(15, most: 100)

    private static let clients = ["ann", "bo", "cy", "dee", "eli", "fay"]

    @Test("The server loses nothing that it has acknowledged, and applies nothing twice")
    func crashes() throws {
        let server = try ServedProgram(["--app", "demo"])
        let administrator = try server.keys(of: "demo").administrator
        let relay = try RecordingRelay(to: server.port, for: Self.clients + ["judge"])
        let words = [administrator] + Self.clients
        let writers = try server.startPython(
            Self.head + Self.writers, words + relay.ports.dropLast().map { "\($0)" })
        for _ in 0..<Self.crashes {
            // Changes that were just sent may be on their way to the disk.
            #expect(writers.line() == "writing")
            server.crash()
            try server.start()
        }
        writers.send(SIGTERM)
        #expect(writers.rest().hasSuffix("done\n"))
        relay.rest()
        let judge = try ServedProgram.startPython(
            Self.head + Self.judge, at: relay.ports[Self.clients.count], words)
        #expect(judge.rest() == "done\n")
        let report = try relay.report()
        #expect(report.violations.map(\.description) == [])
        #expect(report.acknowledged >= Self.crashes * 30)
        print(
            "\(Self.crashes) kills, \(report.acknowledged) acknowledgements of "
                + "\(report.changes) changes")
    }

    private static let head = """
        import signal
        ADMIN, NAMES, PORTS = sys.argv[2], sys.argv[3:9], sys.argv[9:]
        def url(port): return f"ws://127.0.0.1:{port}/sock/1/demo/websocket"

        """

    /// Clients that add members to three objects. Each repeats a change until it is acknowledged,
    /// and continues after the last change that it received.
    private static let writers = """
        done, count = False, 0

        async def write(ws, state):
            global count
            if state["pending"] is None and not done:
                state["count"] += 1
                ccid = f"{state['name']}-{state['count']}"
                state["pending"] = ccid
                state["frame"] = "0:c:" + json.dumps({"id": f"k{state['count'] % 3}", "o": "M",
                    "ccid": ccid, "v": {ccid: {"o": "+", "v": state["count"]}}})
                await ws.send(state["frame"])
                count += 1
                if count % 40 == 0: print("writing", flush=True)

        async def live(ws, state):
            await ws.send(init(0, "todo", state["name"], "demo", ADMIN))
            await ws.recv()
            await ws.send("0:cv:" + state["cv"])
            if state["pending"]: await ws.send(state["frame"])
            while not (done and state["pending"] is None):
                await write(ws, state)
                message = await asyncio.wait_for(ws.recv(), 10)
                assert message.startswith("0:c:["), message
                for entry in json.loads(message[4:]):
                    assert entry.get("error") in (None, 409), entry
                    state["cv"] = entry.get("cv", state["cv"])
                    if state["pending"] in entry["ccids"]: state["pending"] = None

        async def client(name, port):
            state = {"name": name, "count": 0, "pending": None, "cv": ""}
            while not (done and state["pending"] is None):
                try:
                    async with websockets.connect(url(port), max_size=None) as ws:
                        await live(ws, state)
                except (OSError, EOFError, websockets.exceptions.WebSocketException,
                        asyncio.TimeoutError):
                    await asyncio.sleep(0.005)

        def finish():
            global done
            done = True

        async def main():
            asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, finish)
            await asyncio.gather(*(client(*both) for both in zip(NAMES, PORTS)))
            print("done")
        asyncio.run(main())
        """

    private static let judge = """
        async def main():
            async with websockets.connect(url(PORT), max_size=None) as ws:
                await ws.send(init(0, "todo", "judge", "demo", ADMIN, cmd="i:1:::100"))
                await ws.recv()
                end = json.loads((await ws.recv())[4:])["current"]
                # Every change that the server can still list.
                await ws.send("0:cv:")
                while True:
                    message = await ws.recv()
                    if message == "0:cv:?" or json.loads(message[4:])[-1]["cv"] == end: break
            print("done")
        asyncio.run(main())
        """
}
