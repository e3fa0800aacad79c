import Glibc
import TestKit
import TestSupport
import Testing

/// Accounts at the moments when a server stops, is full, or has another time.
@Suite("Accounts on a server in trouble", .waits)
struct AccountEdgeTests {
    @Test(
        "S88: An account whose server is killed while it ends has ended, or has all its data",
        .direct)
    func killedFarewell() throws {
        let server = try ServedProgram()
        let admin = try server.keys().administrator
        var ends: Set<String> = []
        // The client pauses for 50 ms, so that the server can also be killed before the call.
        var wait = 55_000.0
        for round in 0..<Seeds.count(24, most: 12) {
            let name = "leaver\(round)"
            let leaving = try server.startPython(Self.common + Self.leaver, [name, admin])
            #expect(leaving.line() == "goes")
            usleep(UInt32(wait))
            server.crash()
            leaving.send(SIGKILL)
            _ = leaving.end()
            try server.start()
            let verdict = try server.python(Self.common + Self.judge, [name, server.store])
            #expect(["stayed\n", "ended\n"].contains(verdict), "\(verdict)")
            ends.insert(verdict)
            // The next one is killed closer to the moment between the two.
            wait = verdict == "ended\n" ? wait * 0.7 : wait * 1.4
        }
        // A run that saw one end only has not tried what it should.
        #expect(ends.count == 2)
        #expect(server.stop() == 0)
    }

    // On a busy machine the passwords take longer than the writer's clients are waited for.
    @Test(
        "Calls about accounts that a stop interrupts are answered, and done if they say so", .direct
    )
    func stopped() throws {
        let server = try ServedProgram()
        let callers = try server.startPython(Self.common + Self.changers)
        #expect(callers.line() == "goes")
        // Long enough for some hashes, too short for all.
        usleep(350_000)
        #expect(server.stop() == 0)
        let verdict = try #require(callers.line())
        try server.start()
        callers.says("again")
        let kept = callers.rest()
        #expect(kept == "as answered\n", "\(verdict) \(kept)")
    }

    @Test("S-11: With a full disk each call is answered, with 503 and Retry-After, and 1013 closes")
    func full() throws {
        let folder = try TemporaryFolder()
        let disk = folder.path("disk")
        try Files.makeFolder(disk)
        let mount = "mount -t tmpfs -o size=2m tmpfs \"$1\" && shift && exec \"$@\""
        let server = try ServedProgram(
            ["--app", "demo", "--keys", folder.path("keys")], in: .file(disk + "/store.db"),
            under: [
                "/usr/bin/unshare", "--map-root-user", "-m", "/bin/sh", "-c", mount, "sh", disk,
            ])
        let keys = try ServedProgram.keys(of: "demo", in: folder.path("keys"))
        let verdict = try server.python(Self.common + Self.filler, [keys.api, keys.administrator])
        #expect(verdict == "as promised\n")
        #expect(try server.curl("/healthz").contains(#""status""#))
        #expect(server.stop() == 0)
    }

    @Test("A clock that jumps ends no session for good, and takes no name")
    func jumps() throws {
        let clock = try ShiftedClock()
        let server = try ServedProgram(clock: clock)
        let walker = try server.startPython(Self.common + Self.walker)
        #expect(walker.line() == "in")
        // A session that is unused for a year is void, but only as long as that seems so.
        for (hours, word) in [(24 * 400, "401"), (-24 * 400, "200"), (-24, "200"), (24, "200")] {
            try clock.setAhead(hours: hours)
            walker.says(word)
            #expect(walker.line() == word, "\(hours)")
        }
        walker.closesInput()
        #expect(walker.rest() == "")
        #expect(server.stop() == 0)
    }

    @Test("P-L21: A link code ends after five minutes, and each device reads the reason")
    func oldCode() throws {
        let clock = try ShiftedClock(movesTimers: true)
        let server = try ServedProgram(clock: clock)
        let (kim, lee) = (
            try AccountHome(of: "kim", at: server), try AccountHome(of: "lee", at: server)
        )
        func links(_ words: [String], with environment: [String: String]) throws -> TerminalPerson {
            try TerminalPerson(
                ["account", "link"] + words + ["--server", server.address], columns: 120,
                environment: environment)
        }
        let unused = try links([], with: kim.environment.merging(clock.environment) { $1 })
        let unanswered = try links([], with: lee.environment)
        let codes = try [unused, unanswered].map { showing in
            showing.sees("Enter the code ", "On the other device: tictactoe account link ")
            return String(try #require(showing.screen.text.firstMatch(of: /code ([A-Z0-9]+)/)?.1))
        }
        let typing = try links([codes[1]], with: [:])
        typing.sees("Now approve the link on the device showing the code.")
        unanswered.sees("Allow ", " to sign in?")
        try clock.setAhead(seconds: 301)
        unused.sees("tictactoe: The code expired after 5 minutes. Run tictactoe account link")
        #expect(unused.seesTheEnd() == .exited(1))
        typing.sees("tictactoe: Not linked: the other device refused, ", "waited 5 minutes.")
        #expect(typing.seesTheEnd() == .exited(5))
        unanswered.press("yes", "enter")
        for device in [unanswered, try links([codes[0]], with: [:])] {
            device.sees("tictactoe: Wrong or expired code. Create a new one.")
            #expect(device.seesTheEnd() == .exited(5))
        }
    }

    private static let common = #"""
        import os, sqlite3, threading
        def post(path, body, app="tictactoe", key=TOKEN, token=None, **more):
            return requests.post(f"http://127.0.0.1:{PORT}/1/{app}/{path}/", json=body,
                headers={"X-Simperium-API-Key": key, "X-Simperium-Token": token}, **more)

        """#

    /// Signs up, stores something, and is deleted.
    private static let leaver = #"""
        account = {"username": sys.argv[2], "password": "correct horse"}
        token = post("create", account).json()["access_token"]
        for n in range(20):
            answer = call("POST", f"friend/i/u{n}", {"since": 1}, token)
            assert answer.status_code == 200, answer
        print("goes", flush=True)
        time.sleep(0.05)
        post(f"accounts/{sys.argv[2]}/delete", {}, token=sys.argv[3])
        time.sleep(60)
        """#

    /// An account that has ended has a name that rests, and no data.
    private static let judge = #"""
        name, store = sys.argv[2:]
        account = {"username": name, "password": "correct horse"}
        def buckets():
            with sqlite3.connect(f"file:{store}?mode=ro", uri=True) as file:
                return file.execute("SELECT count(*) FROM bucket WHERE user IN "
                    "(SELECT id FROM user WHERE name = ?)", [name]).fetchone()[0]
        def standing():
            with sqlite3.connect(f"file:{store}?mode=ro", uri=True) as file:
                return [row[0] for row in file.execute(
                    "SELECT standing FROM user WHERE name = ?", [name])]
        eventually(lambda: 3 not in standing())
        signed = post("authorize", account)
        if signed.status_code == 200:
            page = call("GET", "friend/index?limit=100", None, signed.json()["access_token"]).json()
            assert len(page["index"]) == 20, page
            print("stayed")
        else:
            assert signed.status_code == 401, signed
            eventually(lambda: buckets() == 0)
            assert post("create", account).status_code == 409
            print("ended")
        """#

    /// Eight people change their passwords at once, and say afterwards which one is good.
    private static let changers = #"""
        old, new = "correct horse", "battery staple"
        names = [f"changer{n}" for n in range(8)]
        for name in names: assert post("create", {"username": name, "password": old}).ok
        results = {}
        def change(name):
            try: results[name] = post("update", {"username": name, "password": old,
                "new_password": new}, timeout=20).status_code
            except requests.RequestException: results[name] = None
        threads = [threading.Thread(target=change, args=[name]) for name in names]
        for thread in threads: thread.start()
        print("goes", flush=True)
        for thread in threads: thread.join()
        print(results, flush=True)
        sys.stdin.readline()
        for name, status in results.items():
            good = [word for word in (old, new)
                if post("authorize", {"username": name, "password": word}).status_code == 200]
            assert len(good) == 1, (name, status, good)
            assert status != 200 or good == [new], (name, status, good)
            assert status in (200, 503, None), status
        assert None not in results.values(), results
        print("as answered")
        """#

    /// Twenty write over HTTP and one over a WebSocket until there is no room.
    private static let filler = #"""
        api, admin = sys.argv[2:]
        def write(key):
            return requests.post(f"http://127.0.0.1:{PORT}/1/demo/todo/i/{key}", timeout=20,
                headers={"X-Simperium-Token": admin}, json={"t": "x" * 20_000})
        kept, refused = set(), []
        def fill(writer):
            for n in range(20):
                answer = write(f"k{writer}-{n}")
                if answer.status_code == 200: kept.add(f"k{writer}-{n}")
                else: refused.append(answer)
        threads = [threading.Thread(target=fill, args=[n]) for n in range(20)]
        for thread in threads: thread.start()
        for thread in threads: thread.join()
        assert len(kept) + len(refused) == 400, (len(kept), len(refused))
        assert kept and refused
        for answer in refused:
            assert answer.status_code == 503 and answer.headers["Retry-After"], answer
        async def socket():
            url = f"ws://127.0.0.1:{PORT}/sock/1/demo/websocket"
            while True:
                async with websockets.connect(url) as ws:
                    await ws.send(init(0, "todo", "c", "demo", admin))
                    if "{" in await ws.recv(): await asyncio.sleep(0.5); continue
                    await ws.send("0:c:" + json.dumps({"id": "w", "o": "M", "ccid": "w",
                        "v": {"t": {"o": "+", "v": "y" * 200_000}}}))
                    try:
                        while True: assert '"ccids":["w"]' not in await ws.recv()
                    except websockets.exceptions.ConnectionClosed as closed: return closed.code
        assert asyncio.run(socket()) == 1013
        # An account is made, or it is not.
        for n in range(5):
            account = {"username": f"a{n}@example.org", "password": "correct horse"}
            made = post("create", account, "demo", api).status_code
            there = post("authorize", account, "demo", api).status_code
            assert (made, there) in ((200, 200), (200, 503), (503, 401)), (made, there)
        page = requests.get(f"http://127.0.0.1:{PORT}/1/demo/todo/index?limit=1000",
            headers={"X-Simperium-Token": admin}).json()
        assert kept <= {entry["id"] for entry in page["index"]}
        print("as promised")
        """#

    /// Waits on each line until a call with its session has this status.
    private static let walker = #"""
        account = {"username": "walker", "password": "correct horse"}
        token = post("create", account).json()["access_token"]
        print("in", flush=True)
        for line in sys.stdin:
            # The server looks at the calendar every few seconds.
            eventually(lambda:
                call("GET", "account/sessions", None, token).status_code == int(line))
            print(line.strip(), flush=True)
        assert post("create", account).status_code == 409
        """#
}
