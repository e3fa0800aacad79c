import TestKit
import TestSupport
import Testing

/// A note that two users share, who use two third-party programs.
@Suite("A shared note", .waits)
struct SharedNoteTests {
    /// The wheel that `make test-deps` downloads from PyPI.
    private static let library = ThisBuild.wheel("Simperium3==0.1.5")

    @Test("S69, S156, S160, S170: Simperium3 and a plain WebSocket client edit one note")
    func together() throws {
        try #require(
            Files.exists(Self.library), "make test-deps installs it")
        let server = try ServedProgram(["--app", "demo"])
        let keys = try server.keys(of: "demo")
        let arguments = [Self.library, keys.api, keys.administrator]
        #expect(try server.python(Self.head + Self.sharing, arguments) == "both have all of it\n")
        server.crash()
        try server.start()
        #expect(try server.python(Self.head + Self.later, arguments) == "and still do\n")
    }

    private static let head = """
        sys.path.insert(0, sys.argv[2])
        from simperium.core import Admin, Api, Auth
        HOST = {"host": "127.0.0.1:" + PORT, "scheme": "http"}
        URL = f"ws://127.0.0.1:{PORT}/sock/1/demo/websocket"
        auth = Auth("demo", sys.argv[3], **HOST)
        NAMES = ["kim@example.org", "lin@example.org"]

        def calling(method, token, path, **body):
            return call(method, f"note/i/{path}", body or None, token, app="demo", key=None)

        async def hear(socket, wanted):
            while True:
                frame = await asyncio.wait_for(socket.recv(), 20)
                if not frame.startswith("0:c:"): continue
                for change in json.loads(frame[4:]):
                    if wanted in change.get("ccids", []) or change.get("id") == wanted:
                        return change

        """

    private static let sharing = """
        tokens = [auth.create(name, "correct horse") for name in NAMES]
        kim = Api("demo", tokens[0], clientid="py-1", **HOST)
        kim.note.set("n", {"title": "Milk", "text": "One."})
        answer = calling("PUT", tokens[0], f"n/share/{NAMES[1]}", write=True)
        assert answer.status_code == 403, answer.text
        admin = Admin("demo", sys.argv[4], clientid="py-2", **HOST)
        admin.userid = None
        admin["__options__"].set("note", {"sharing": True})

        async def main():
            async with websockets.connect(URL) as lin:
                await lin.send(init(0, "note", "ws-1", "demo", tokens[1],
                    extensions=["authors"], cmd="i:1:::"))
                await lin.recv()
                assert json.loads((await lin.recv())[4:])["index"] == []
                answer = calling("PUT", tokens[0], f"n/share/{NAMES[1]}", write=True)
                assert answer.status_code == 200, answer.text
                change = await hear(lin, "n")
                assert change["ev"] == 1 and "sv" not in change, change
                author = change["author"]

                kim.note.post("n", {"title": "Bread"}, ccid="py-a")
                change = await hear(lin, "py-a")
                assert change["ev"] == 2 and change["author"] == author, change

                cv = kim.note.index()["current"]
                diff = {"text": {"o": "d", "v": "=4\\t+ Two."}}
                await lin.send("0:c:" + json.dumps(
                    {"id": "n", "o": "M", "sv": 1, "v": diff, "ccid": "ws-a"}))
                echo = await hear(lin, "ws-a")
                assert echo["ev"] == 3 and "author" not in echo, echo
                heard = kim.note.changes(cv=cv, timeout=20)
                assert [c["ccids"] for c in heard] == [["ws-a"]], heard
                assert heard[0]["v"] == echo["v"] and "author" not in heard[0]
        asyncio.run(main())
        whole = {"title": "Bread", "text": "One. Two."}
        assert kim.note.get("n") == whole
        lin = Api("demo", tokens[1], clientid="py-3", **HOST)
        assert lin.note.get("n") == whole
        shown = calling("GET", tokens[0], "n/share").json()
        assert [(s["username"], s["write"]) for s in shown["shares"]] == [(NAMES[1], True)]
        print("both have all of it")
        """

    private static let later = """
        kim, lin = [Api("demo", auth.authorize(name, "correct horse"), clientid="py-4", **HOST)
            for name in NAMES]
        lin.note.post("n", {"done": True})
        assert kim.note.get("n")["done"] is True
        lin.note.delete("n")
        assert lin.note.get("n") is None and kim.note.get("n")["title"] == "Bread"
        print("and still do")
        """
}
