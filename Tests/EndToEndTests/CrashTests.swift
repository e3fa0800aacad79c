import Glibc
import TestKit
import TestSupport
import Testing

/// What a server has acknowledged is there, whenever it is killed.
@Suite("A server that is killed again and again", .serialized, .waits)
struct CrashTests {
    private static let crashes = Seeds.count(15, most: 100)

    @Test("It loses nothing that it has acknowledged, and does nothing twice")
    func crashes() throws {
        let server = try ServedProgram(["--app", "demo"])
        let writers = try server.startPython(
            Self.writers, [try server.keys(of: "demo").administrator])
        for _ in 0..<Self.crashes {
            // What was sent just now may be on its way to the disk.
            #expect(writers.line() == "writing")
            server.crash()
            try server.start()
        }
        writers.send(SIGTERM)
        let verdict = writers.rest().split(separator: "\n").filter { $0 != "writing" }
        #expect(verdict.first?.hasPrefix("sound") == true, "\(verdict)")
        print(verdict.joined(separator: "\n"))
    }

    /// Six clients that add members to three objects. Each repeats what is not acknowledged, and
    /// goes on behind the last change that it heard of.
    private static let writers = """
        import signal
        ADMIN = sys.argv[2]
        URL = f"ws://127.0.0.1:{PORT}/sock/1/demo/websocket"
        done = False
        sent, acknowledged, seen, faults = {}, {}, {}, []

        def hear(entry):
            known = seen.setdefault(entry["cv"], entry)
            if known != entry: faults.append(f"two changes at {entry['cv']}")

        async def write(ws, state):
            if state["pending"] is None and not done:
                state["count"] += 1
                ccid = f"{state['name']}-{state['count']}"
                key = f"k{state['count'] % 3}"
                sent[ccid] = key
                state["pending"] = ccid
                state["frame"] = "0:c:" + json.dumps({"id": key, "o": "M", "ccid": ccid,
                    "v": {ccid: {"o": "+", "v": state["count"]}}})
                await ws.send(state["frame"])
                if len(sent) % 40 == 0: print("writing", flush=True)

        def acknowledge(ccid, how, state):
            if ccid != state["pending"]: return
            acknowledged[ccid] = how
            state["pending"] = None

        async def live(ws, state):
            await ws.send(init(0, "todo", state["name"], "demo", ADMIN))
            await ws.recv()
            await ws.send("0:cv:" + state["cv"])
            if state["pending"]: await ws.send(state["frame"])
            while not (done and state["pending"] is None):
                await write(ws, state)
                message = await asyncio.wait_for(ws.recv(), 10)
                if not message.startswith("0:c:["):
                    faults.append(message)
                    continue
                for entry in json.loads(message[4:]):
                    if "error" in entry:
                        if entry["error"] != 409: faults.append(str(entry))
                        acknowledge(entry["ccids"][0], 409, state)
                    else:
                        hear(entry)
                        state["cv"] = entry["cv"]
                        acknowledge(entry["ccids"][0], entry["cv"], state)

        async def client(name):
            state = {"name": name, "count": 0, "pending": None, "cv": ""}
            while not (done and state["pending"] is None):
                try:
                    async with websockets.connect(URL, max_size=None) as ws:
                        await live(ws, state)
                except (OSError, EOFError, websockets.exceptions.WebSocketException,
                        asyncio.TimeoutError):
                    await asyncio.sleep(0.005)

        async def objects():
            async with websockets.connect(URL, max_size=None) as ws:
                await ws.send(init(0, "todo", "judge", "demo", ADMIN, cmd="i:1:::100"))
                await ws.recv()
                return {e["id"]: e for e in json.loads((await ws.recv())[4:])["index"]}

        def finish():
            global done
            done = True

        async def main():
            asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, finish)
            await asyncio.gather(*(client(f"c{n}") for n in range(6)))
            applied = [c for entry in seen.values() for c in entry["ccids"]]
            if len(applied) != len(set(applied)): faults.append("applied twice")
            if set(applied) != set(sent): faults.append("not what was sent")
            for ccid, cv in acknowledged.items():
                if cv != 409 and ccid not in seen[cv]["ccids"]: faults.append(f"lost {ccid}")
            for key, entry in (await objects()).items():
                versions = sorted(e["ev"] for e in seen.values() if e["id"] == key)
                if versions != list(range(1, entry["v"] + 1)): faults.append(f"versions of {key}")
                if set(entry["d"]) != {c for c, k in sent.items() if k == key}:
                    faults.append(f"members of {key}")
            again = sum(1 for how in acknowledged.values() if how == 409)
            print("unsound" if faults else "sound", len(acknowledged), "changes,",
                again, "of them repeated", faults[:5])
        asyncio.run(main())
        """
}
