import Glibc
import TestKit
import TestSupport
import Testing

/// The promise of an acknowledgement, observed from outside the process, in its system calls.
@Suite("Acknowledged changes survive a power cut", .serialized, .waits)
struct DurabilityTests {
    /// Clients of three users who each make some changes, one after the other.
    private static let writers = """
        async def client(number):
            url = f"ws://127.0.0.1:{PORT}/sock/1/demo/websocket"
            async with websockets.connect(url, compression=None) as ws:
                await ws.send(init(0, f"b{number}", f"c{number}", "demo", sys.argv[2]))
                await ws.recv()
                for count in range(int(sys.argv[3])):
                    ccid = f"traced-{number}-{count}-end"
                    await ws.send("0:c:" + json.dumps({"id": "k", "o": "M", "ccid": ccid,
                        "v": {f"m{count}": {"o": "+", "v": 1}}}))
                    while ccid not in await asyncio.wait_for(ws.recv(), 30): pass
        async def main(): await asyncio.gather(*(client(n) for n in range(3)))
        asyncio.run(main())
        print("done")
        """

    /// Reads a trace. For each acknowledgement: the write to the log with the change, and a sync
    /// that began after the write had returned, must have returned before the send began.
    private static let judge = #"""
        import re, sys
        calls, pending = [], {}
        for number, line in enumerate(open(sys.argv[2], errors="replace")):
            pid, rest = line.split(None, 1)
            if "<unfinished ...>" in rest:
                pending[pid] = (number, rest.split("<unfinished ...>")[0])
            elif rest.startswith("<... "):
                begin, head = pending.pop(pid, (number, ""))
                calls.append((begin, number, head + rest.split("resumed>", 1)[1]))
            else: calls.append((number, number, rest))
        wrote, syncs, acks = {}, [], {}
        for begin, end, text in calls:
            name = text.split("(", 1)[0]
            found = set(re.findall(r"traced-\d+-\d+-end", text))
            if name == "pwrite64" and "-wal>" in text:
                for change in found: wrote.setdefault(change, end)
            elif name in ("fdatasync", "fsync") and "-wal>" in text and " = 0" in text:
                syncs.append((begin, end))
            elif name in ("sendmsg", "sendto", "writev", "write") and "ccids" in text:
                for change in found: acks.setdefault(change, begin)
        late = [c for c, sent in acks.items()
            if not any(wrote.get(c, 1 << 60) < b and e < sent for b, e in syncs)]
        print(len(acks), "acknowledged", len(late), "before their sync")
        """#

    private static func trace(_ arguments: [String]) throws -> String {
        let folder = try TemporaryFolder()
        let trace = folder.path("trace")
        let server = try ServedProgram(
            ["--app", "demo"] + arguments,
            under: [
                "/usr/bin/strace", "-D", "-f", "-qq", "-y", "-s", "100000", "-o", trace, "-e",
                "trace=pwrite64,fdatasync,fsync,sendmsg,sendto,writev,write",
            ])
        let done = try server.python(writers, [try server.keys(of: "demo").administrator, "30"])
        #expect(done == "done\n")
        #expect(server.stop() == 0)
        return try server.python(judge, [trace])
    }

    @Test("S250: Each acknowledgement leaves after a sync that began when the change was written")
    func order() throws {
        #expect(try Self.trace([]) == "90 acknowledged 0 before their sync\n")
    }

    @Test(
        "With --durability process acknowledgements leave earlier, and the same check detects that")
    func process() throws {
        #expect(try Self.trace(["--durability", "process"]).hasSuffix(" 90 before their sync\n"))
    }

    /// Makes each sync of a server slow, or fail, until the returned tracer is released; with
    /// `path`, only those of this file.
    private static func inject(
        _ fault: String, in server: ServedProgram, of path: String? = nil
    ) throws -> PipedProgram {
        let tracer = try PipedProgram(
            "/usr/bin/strace",
            [
                "-f", "-p", "\(try #require(server.process))", "-o", "/dev/null", "-e",
                "trace=fdatasync,fsync", "-e", "inject=fdatasync,fsync:\(fault)",
            ] + (path.map { ["-P", $0] } ?? []))
        #expect(tracer.line { $0.contains("attached") } != nil)
        return tracer
    }

    @Test(
        "S250: A sync of two seconds delays the acknowledgement, and no heartbeat and no other log",
        .direct
    )
    func slow() throws {
        let server = try ServedProgram(["--app", "demo"])
        let tracer = try Self.inject("delay_enter=2000000", in: server)
        let told = try server.python(
            """
            URL = f"ws://127.0.0.1:{PORT}/sock/1/demo/websocket"
            ADMIN = sys.argv[2]
            async def main():
                async with websockets.connect(URL) as ws:
                    await ws.send(init(0, "todo", "c", "demo", ADMIN))
                    await ws.recv()
                    start = time.monotonic()
                    await ws.send('0:c:{"id":"k","o":"M","v":{"n":{"o":"+","v":1}},"ccid":"one"}')
                    await asyncio.sleep(0.2)
                    await ws.send("h:1")
                    assert (await ws.recv()) == "h:2"
                    beat = time.monotonic() - start
                    loop = asyncio.get_running_loop()
                    answer = await loop.run_in_executor(None, lambda: requests.get(
                        f"http://127.0.0.1:{PORT}/1/demo/todo/i/none",
                        headers={"X-Simperium-Token": ADMIN, "X-Simperium-User": "other"}))
                    assert answer.status_code == 404, answer
                    read = time.monotonic() - start
                    assert '"one"' in await ws.recv()
                    acknowledged = time.monotonic() - start
                    assert beat < 1 and read < 1.5 and acknowledged > 1.9, (beat, read)
            asyncio.run(main())
            print("as promised")
            """, [try server.keys(of: "demo").administrator])
        #expect(told == "as promised\n")
        tracer.send(SIGINT)
        _ = tracer.end()
        #expect(server.stop() == 0)
    }

    /// The store refuses a change of kim while kim's next one, of an object shared with lin, waits
    /// for the batch behind it. Max's changes make each batch wait for the disk.
    @Test("S251: A shared change behind a refused one of its author reaches no other user", .direct)
    func tied() throws {
        let server = try ServedProgram(["--app", "demo"])
        let keys = try server.keys(of: "demo")
        #expect(server.stop() == 0)
        _ = try server.python(
            """
            import sqlite3
            sqlite3.connect(sys.argv[2], isolation_level=None).execute(
                "CREATE TRIGGER refuse BEFORE INSERT ON recent WHEN NEW.key LIKE 'refused%' "
                "BEGIN SELECT RAISE(ABORT, 'refused'); END")
            """, [server.store])
        try server.start()
        let story = try server.startPython(Self.tying, [keys.api, keys.administrator])
        #expect(story.line() == "shared")
        let tracer = try Self.inject("delay_enter=1500000", in: server)
        story.says("go")
        #expect(story.rest() == "1013\nas it was\n")
        tracer.send(SIGINT)
        _ = tracer.end()
        #expect(server.stop() == 0)
    }

    private static let tying = """
        URL = f"ws://127.0.0.1:{PORT}/sock/1/demo/websocket"
        KEY, ADMIN = sys.argv[2:4]
        def ask(method, path, token=None, body=None):
            answer = call(method, path, body, token, "demo", KEY)
            assert answer.ok, answer.text
            return answer
        kim, lin, max = [ask("POST", "create/", None, {"username": f"{name}@example.org",
            "password": "correct horse"}).json()["access_token"] for name in ("kim", "lin", "max")]
        ask("POST", "__options__/i/note", ADMIN, {"sharing": True})
        ask("POST", "note/i/n", kim, {"text": "One."})
        ask("PUT", "note/i/n/share/lin@example.org", kim, {"write": True})
        async def enter(ws, token):
            await ws.send(init(0, "note", "c-" + token, "demo", token))
            await ws.send("0:i:1:::10")
            while not (await asyncio.wait_for(ws.recv(), 20)).startswith("0:i:"): pass
        def change(ws, key, number, **more):
            return ws.send("0:c:" + json.dumps({"id": key, "o": "M", "ccid": f"{key}-{number}",
                "v": {f"m{number}": {"o": "+", "v": 1}}, **more}))
        async def main():
            async with websockets.connect(URL) as a, websockets.connect(URL) as b, \\
                    websockets.connect(URL) as c:
                for ws, token in ((a, kim), (b, lin), (c, max)): await enter(ws, token)
                print("shared", flush=True)
                await asyncio.get_running_loop().run_in_executor(None, sys.stdin.readline)
                await change(c, "k", 1)
                await asyncio.sleep(0.3)
                await change(a, "refused", 1)
                await change(c, "k", 2)
                # The second batch is on its way when max has the answer to the first.
                while "k-1" not in await asyncio.wait_for(c.recv(), 20): pass
                await asyncio.sleep(0.3)
                await change(a, "n", 2, sv=1)
                await change(c, "k", 3)
                try:
                    while True:
                        frame = await asyncio.wait_for(b.recv(), 20)
                        assert "n-2" not in frame, frame
                except websockets.ConnectionClosed as end: print(end.code)
        asyncio.run(main())
        print("as it was" if ask("GET", "note/i/n", lin).json() == {"text": "One."} else "changed")
        """

    @Test(
        "S253: After a sync fails the clients are closed, reconnect, and find all their changes",
        .direct)
    func failedSync() throws {
        let server = try ServedProgram(["--app", "demo"])
        let administrator = try server.keys(of: "demo").administrator
        let tracer = try Self.inject("error=EIO:when=2", in: server)
        let told = try server.python(Self.persistent(), [administrator, "200"])
        #expect(told.hasPrefix("closed with 1013"))
        tracer.send(SIGINT)
        _ = tracer.end()
        #expect(try server.curl("/healthz").contains(#""pid""#))
        #expect(server.stop() == 0)
        #expect(try server.logged.contains("the store was closed, opened again and checked"))
    }

    @Test(
        "S253: While the disk fails the health is 503 with the reason, and it recovers by itself",
        .direct)
    func brokenDisk() throws {
        let server = try ServedProgram(["--app", "demo"])
        let administrator = try server.keys(of: "demo").administrator
        let tracer = try Self.inject("error=EIO", in: server)
        let broken = try server.python(
            """
            URL = f"ws://127.0.0.1:{PORT}/sock/1/demo/websocket"
            async def main():
                async with websockets.connect(URL) as ws:
                    await ws.send(init(0, "todo", "c", "demo", sys.argv[2]))
                    await ws.recv()
                    await ws.send('0:c:{"id":"j","o":"M","v":{"n":{"o":"+","v":1}},"ccid":"one"}')
                    try:
                        while True: assert '"one"' not in await ws.recv()
                    except websockets.exceptions.ConnectionClosed as end: print(end.code)
            asyncio.run(main())
            health = eventually(lambda: (a := call("GET", "../../healthz")).status_code == 503
                and a.json().get("reason"))
            print(health)
            print(call("POST", "todo/i/x", {"a": 1}, sys.argv[2], "demo").status_code)
            """, [administrator])
        let lines = broken.split(separator: "\n").map(String.init)
        #expect(lines.first == "1013" && lines.last == "503")
        #expect(lines.dropFirst().first?.contains("the disk failed") == true)
        tracer.send(SIGINT)
        _ = tracer.end()
        let told = try server.python(Self.persistent(), [administrator, "20"])
        #expect(told.hasSuffix("20 kept\n"))
        #expect(server.stop() == 0)
    }

    /// A checkpoint syncs the file itself. All other syncs are those of the log.
    @Test(
        "S253: After a checkpoint fails the file is opened again, and a crash loses nothing",
        .direct)
    func failedCheckpoint() throws {
        let server = try ServedProgram(["--app", "demo"])
        let administrator = try server.keys(of: "demo").administrator
        let tracer = try Self.inject("error=EIO:when=1", in: server, of: server.store)
        let told = try server.python(Self.persistent(Self.long), [administrator, "130"])
        #expect(told.hasPrefix("closed with 1013\n"))
        let count = try #require(told.split(separator: "\n").last?.wholeMatch(of: /(\d+) kept/)?.1)
        tracer.send(SIGINT)
        _ = tracer.end()
        let log = try server.logged
        #expect(log.contains("checkpoint failed"))
        #expect(log.contains("the store was closed, opened again and checked"))
        server.crash()
        try server.start()
        let kept = try server.python(
            """
            keys = call("GET", "todo/index?limit=1000", token=sys.argv[2], app="demo").json()
            print(len(keys["index"]))
            """, [administrator])
        #expect(kept == "\(count)\n")
        #expect(server.stop() == 0)
        let doctor = try PipedProgram.run(
            PipedProgram.ours, ["doctor", "--store", server.store])
        #expect(doctor.status == 0, "\(doctor.text)")
    }

    @Test(
        "S253: A damaged row is not served, and the health is 503 until the file was checked again",
        .direct)
    func damagedRow() throws {
        let server = try ServedProgram(["--app", "demo"])
        let administrator = try server.keys(of: "demo").administrator
        let fill = """
            for key in ("a", "b"):
                print(call("POST", f"todo/i/{key}", {"n": 1}, sys.argv[2], "demo").status_code)
            """
        #expect(try server.python(fill, [administrator]) == "200\n200\n")
        #expect(server.stop() == 0)
        let damage = """
            import sqlite3
            file = sqlite3.connect(sys.argv[2])
            file.execute("UPDATE object SET body = '{\\"n\\":2}' WHERE key = 'a'")
            file.commit()
            """
        _ = try server.python(damage, [server.store])
        try server.start()
        let ask = """
            def health():
                answer = call("GET", "../../healthz")
                return answer.status_code, answer.json().get("reason")
            def read(key): return call("GET", f"todo/i/{key}", token=sys.argv[2], app="demo")
            assert health() == (200, None), health()
            assert read("b").json() == {"n": 1}
            damaged = read("a")
            assert damaged.status_code == 503 and b"2" not in damaged.content, damaged.content
            status, reason = health()
            assert status == 503 and 'a row of table "object" is damaged' in reason, reason
            assert read("b").json() == {"n": 1}
            assert health() == (503, reason), health()
            """
        let told = try server.python(ask + "\nprint('as promised')", [administrator])
        #expect(told == "as promised\n")
        // After an error of the disk the file is opened again and checked.
        let tracer = try Self.inject("error=EIO:when=1", in: server)
        let checked = try server.python(
            """
            call("POST", "todo/i/c", {"n": 1}, sys.argv[2], "demo")
            print(eventually(lambda: "reason" not in call("GET", "../../healthz").json()))
            """, [administrator])
        #expect(checked == "True\n")
        tracer.send(SIGINT)
        _ = tracer.end()
        #expect(server.stop() == 0)
    }

    /// Changes with long objects, until the log of changes has been as long as 24 MB.
    private static let longChanges = """
        URL = f"ws://127.0.0.1:{PORT}/sock/1/demo/websocket"
        async def main():
            async with websockets.connect(URL, compression=None, max_size=None) as ws:
                await ws.send(init(0, "todo", "c", "demo", sys.argv[2]))
                await ws.recv()
                for number in range(80):
                    await ws.send("0:c:" + json.dumps({"id": f"k{number}", "o": "M",
                        "ccid": f"c{number}", "v": {"t": {"o": "+", "v": "x" * 100_000}}}))
                    while f'"c{number}"' not in await asyncio.wait_for(ws.recv(), 30): pass
        asyncio.run(main())
        print("done")
        """

    /// Reads a trace. Prints the number of bytes that went into the file, the longest length of the
    /// log in MB, and the calls to files and disks by the thread that sends.
    private static let checkpointJudge = #"""
        import re, sys
        def read():
            sender, calls, moved, longest = None, {}, 0, 0
            for line in open(sys.argv[2], errors="replace"):
                pid, rest = line.split(None, 1)
                name = rest.split("(", 1)[0]
                if name in ("sendmsg", "sendto"): sender = pid
                file = re.search(r"\d+<[^>]*store\.db(-wal)?>", rest)
                if not file: continue
                calls.setdefault(pid, []).append(name)
                extent = re.search(r", (\d+), (\d+)(\)| <unfinished)", rest)
                if name != "pwrite64" or not extent: continue
                if file[1]: longest = max(longest, int(extent[2]))
                else: moved += int(extent[1])
            return moved > 12 << 20, longest >> 20 in range(16, 40), calls.get(sender, [])
        # The tracer may still write.
        eventually(lambda: all(read()[:2]))
        print(*read())
        """#

    @Test(
        "Under load the log of changes is copied into the file, and the loop takes no part in it",
        .direct)
    func checkpoint() throws {
        let folder = try TemporaryFolder()
        let trace = folder.path("trace")
        let server = try ServedProgram(
            ["--app", "demo"],
            under: [
                "/usr/bin/strace", "-D", "-f", "-qq", "-y", "-s", "0", "-o", trace, "-e",
                "trace=pwrite64,fdatasync,fsync,sendmsg,sendto",
            ])
        let done = try server.python(Self.longChanges, [try server.keys(of: "demo").administrator])
        #expect(done == "done\n")
        // On a busy machine the last checkpoint begins after the last acknowledgement.
        #expect(try server.python(Self.checkpointJudge, [trace]) == "True True []\n")
        server.crash()
    }

    /// Changes of 60 KB, until a connection was closed. A hundred of them fill the log, but a fast
    /// server has kept more before its checkpoint has ended.
    private static let long = """
        KEY, TEXT = "k{}", "x" * 60_000
        def enough(): return done >= COUNT and codes
        """
    private static let short = """
        KEY, TEXT = "k", 1
        def enough(): return done >= COUNT
        """

    /// A client that makes changes until enough are acknowledged. It reconnects and sends again.
    private static func persistent(_ edits: String = short) -> String {
        edits + "\n" + """
            URL = f"ws://127.0.0.1:{PORT}/sock/1/demo/websocket"
            ADMIN, COUNT = sys.argv[2], int(sys.argv[3])
            done, codes = 0, set()
            async def live():
                global done
                async with websockets.connect(URL) as ws:
                    await ws.send(init(0, "todo", "c", "demo", ADMIN))
                    while not (answer := await ws.recv()).startswith("0:auth:"): pass
                    # The server is opening its file again.
                    if answer.startswith("0:auth:{"): raise OSError
                    while not enough():
                        await ws.send("0:c:" + json.dumps({"id": KEY.format(done), "o": "M",
                            "ccid": f"p-{done}-x", "v": {f"m{done}": {"o": "+", "v": TEXT}}}))
                        while f'"p-{done}-x"' not in await asyncio.wait_for(ws.recv(), 20): pass
                        done += 1
            async def main():
                end = time.monotonic() + 60
                while not enough() and time.monotonic() < end:
                    try: await live()
                    except websockets.exceptions.ConnectionClosed as closed:
                        codes.add(closed.code)
                        await asyncio.sleep(0.2)
                    except (OSError, asyncio.TimeoutError): await asyncio.sleep(0.2)
            asyncio.run(main())
            if codes: print("closed with", *sorted(codes))
            found = set()
            def read(key):
                answer = call("GET", f"todo/i/{key}", token=ADMIN, app="demo")
                return answer.status_code == 200 and answer.json()
            for key in {KEY.format(n) for n in range(done)}:
                found |= set(eventually(lambda: read(key)))
            assert found == {f"m{n}" for n in range(done)}, found
            print(done, "kept")
            """
    }
}
