import Glibc
import TestKit
import TestSupport
import Testing

/// Two servers that share a Redis. A user shares with a user at the other one.
struct TwoServers {
    // Declared in the order of their ends.
    let one: ServedProgram
    let other: ServedProgram
    let keys: String
    let redis: RedisServer
    private let folder: TemporaryFolder

    init(_ words: String...) throws {
        redis = try RedisServer()
        folder = try TemporaryFolder()
        keys = folder.path("keys")
        let engine = "redis://127.0.0.1:\(redis.port)"
        one = try ServedProgram(["--keys", keys] + words, in: .redis(engine))
        other = try ServedProgram(["--keys", keys] + words, in: .redis(engine))
    }

    /// Starts a program of kim and lin, with new accounts: kim shares a note with lin.
    func startPeople(_ program: String) throws -> PipedProgram {
        let keys = try ServedProgram.keys(of: "demo", in: keys)
        return try one.startPython(
            SharedByManyServersTests.people + program,
            [String(other.port), keys.api, keys.administrator])
    }
}

@Suite("Shared objects of users at two servers", .waits)
struct SharedByManyServersTests {
    @Test("S174, S176: A game over days is begun at one server and played at both")
    func game() throws {
        let servers = try TwoServers()
        let (lin, okafor) = (
            try AccountHome(of: "lin", at: servers.one),
            try AccountHome(of: "okafor", at: servers.other)
        )
        let begun = try okafor.runs("games", "new", "lin", "--days", "1")
        #expect(begun.status == 0 && begun.text.contains("lin is invited."))
        #expect(try lin.runs("status", "--short").text == "ttt:1\n")
        #expect(try lin.runs("games", "accept", "1").text.contains("new game, your move"))
        let first = try lin.plays()
        first.press("]")
        first.sees("YOUR MOVE", "1 day a move")
        let second = try okafor.plays()
        second.press("o", "enter")
        second.sees("lin to move")
        for (index, move) in ["O 5", "X 1", "O 2", "X 3"].enumerated() {
            let (mover, waiter) = index.isMultiple(of: 2) ? (first, second) : (second, first)
            mover.press(String(move.suffix(1)), "enter")
            waiter.sees("YOUR MOVE", "\(index + 1) \(move)")
        }
        first.press("8", "enter")
        first.sees("YOU WIN")
        second.sees("YOU LOSE")
        #expect(try okafor.runs("games").text.contains("lin  you lost"))
        #expect(try lin.runs("games").text.contains("okafor  you won"))
    }

    @Test("S174, S156, S160, S166, S170: A note of a user at one server is written at the other")
    func bothListenToNotes() throws {
        let servers = try TwoServers("--app", "demo")
        #expect(
            try servers.startPeople(Self.note).rest()
                == "both have all of it\nlin writes at both\nand it is gone\n")
    }

    fileprivate static let people = #"""
        OTHER, KEY, ADMIN = sys.argv[2:5]
        NAMES = ["kim@example.org", "lin@example.org"]
        def ask(method, port, path, token, body=None):
            return call(method, path, body, token, app="demo", key=KEY, port=port)
        tokens = []
        for name in NAMES:
            body = {"username": name, "password": "correct horse"}
            tokens.append(ask("POST", PORT, "create/", None, body).json()["access_token"])
        kim, lin = tokens
        SHARE = f"note/i/n/share/{NAMES[1]}"
        ask("POST", OTHER, "__options__/i/note", ADMIN, {"sharing": True})
        assert ask("POST", PORT, "note/i/n", kim, {"text": "One."}).status_code == 200
        eventually(
            lambda: ask("PUT", PORT, SHARE, kim, {"write": True}).status_code != 403)

        """#

    private static let note = #"""
        async def hear(socket, wanted):
            while True:
                frame = await asyncio.wait_for(socket.recv(), 20)
                if not frame.startswith("0:c:"): continue
                for change in json.loads(frame[4:]):
                    if wanted in change.get("ccids", []): return change
        def said(port, token): return ask("GET", port, "note/i/n", token).json()
        async def enter(socket, token, client):
            await socket.send(init(0, "note", client, "demo", token,
                extensions=["authors"], cmd="i:1:::"))
            await socket.recv()
            return json.loads((await socket.recv())[4:])["index"]
        async def main():
            url = "ws://127.0.0.1:%s/sock/1/demo/websocket"
            async with websockets.connect(url % PORT) as mine, \
                    websockets.connect(url % OTHER) as hers:
                await enter(mine, kim, "c-kim")
                assert [e["id"] for e in await enter(hers, lin, "c-lin")] == ["n"]
                await mine.send("0:c:" + json.dumps({"id": "n", "o": "M", "sv": 1,
                    "v": {"text": {"o": "d", "v": "=4\t+ Two."}}, "ccid": "k-1"}))
                echo, told = await hear(mine, "k-1"), await hear(hers, "k-1")
                assert "author" not in echo and told["author"], told
                await hers.send("0:c:" + json.dumps({"id": "n", "o": "M", "sv": 1,
                    "v": {"text": {"o": "d", "v": "+Zero. \t=4"}}, "ccid": "l-1"}))
                echo, told = await hear(hers, "l-1"), await hear(mine, "l-1")
                assert echo["ev"] == told["ev"] == 3 and echo["v"] == told["v"], (echo, told)
                assert "author" not in echo and told["author"], told
        asyncio.run(main())
        whole = {"text": "Zero. One. Two."}
        assert said(PORT, kim) == said(OTHER, kim) == said(PORT, lin) == said(OTHER, lin) == whole
        print("both have all of it")
        for port in [PORT, OTHER]:
            answer = ask("POST", port, "note/i/n?response=1", lin, {port: True})
            assert answer.status_code == 200 and answer.json()[port] is True, answer.text
            assert said(OTHER, kim)[port] is True
        print("lin writes at both")
        assert ask("PUT", OTHER, SHARE, kim, {"write": True}).status_code == 409
        assert ask("DELETE", OTHER, SHARE, kim).status_code == 200
        assert ask("GET", PORT, "note/i/n", lin).status_code == 404
        assert ask("GET", OTHER, "note/i/n/share", kim).json() == {"shares": []}
        print("and it is gone")
        """#
}
