import TestKit
import TestSupport
import Testing

/// The program as a server for Simperium's own library for Python, as published.
@Suite("A published client", .waits)
struct PublishedClientTests {
    /// The wheel that `make test-deps` downloads from PyPI.
    private static let library = ThisBuild.wheel("Simperium3==0.1.5")

    @Test("S69: Simperium3 from PyPI works over HTTP with all its functions")
    func python() throws {
        try #require(
            Files.exists(Self.library), "make test-deps installs it")
        let server = try ServedProgram(["--app", "demo"])
        let keys = try server.keys(of: "demo")
        let text = try server.python(
            Self.userStory + Self.administratorStory, [Self.library, keys.api, keys.administrator])
        #expect(text == "everything as it says\n")
    }

    @Test("S207 Simperium3 works at two servers on one Redis in turn, behind a balancer")
    func nodes() throws {
        try #require(
            Files.exists(Self.library), "make test-deps installs it")
        let cluster = try Cluster()
        let servers = try (0..<2).map { _ in try cluster.serve("--app", "demo") }
        let balancer = try Relay(to: servers.map(\.port))
        let keys = try ServedProgram.keys(of: "demo", in: cluster.keys)
        let text = try ServedProgram.startPython(
            Self.userStory + Self.end, at: balancer.port, [Self.library, keys.api, ""]
        ).rest()
        #expect(text == "everything as it says\n")
    }

    @Test("Simperium3 signs a player in, reads the friends, and adds one whom the game shows")
    func friends() throws {
        try #require(
            Files.exists(Self.library), "make test-deps installs it")
        let server = try ServedProgram()
        let home = try TemporaryFolder()
        let kim = try TerminalPerson("kim", at: server, environment: ["HOME": home.place])
        kim.signsUp(with: "wrong mule charger", as: "kim")
        let other = try server.startPython(Self.friend, [Self.library])
        #expect(other.line() == "lee and okafor have accounts")
        kim.press("esc")
        kim.sees("Hello, kim")
        kim.press("f")
        kim.sees("FRIENDS", "No friends yet")
        kim.press("+")
        kim.sees("Your friend's name")
        for letter in "okafor" { kim.press(String(letter)) }
        kim.press("enter")
        kim.sees("okafor is now your friend")
        #expect(other.line() == "okafor is a friend")
        kim.sees("lee")
        #expect(other.end() == 0)
        kim.press("esc")
        kim.sees("PLAYERS")
        kim.press("q")
        #expect(kim.seesTheEnd() == .exited(0))
    }

    private static let friend = """
        sys.path.insert(0, sys.argv[2])
        from simperium.core import Api, Auth
        HOST = {"host": "127.0.0.1:" + PORT, "scheme": "http"}
        auth = Auth("tictactoe", TOKEN, **HOST)
        users, tokens = {}, {}
        for name in ["lee", "okafor"]:
            body = {"username": name, "password": "another horse battery"}
            account = call("POST", "create/", body).json()
            users[name], tokens[name] = account["userid"], account["access_token"]
        token = auth.authorize("kim", "wrong mule charger")
        kim = requests.get(f"http://127.0.0.1:{PORT}/1/tictactoe/user",
            headers={"X-Simperium-Token": token}).json()["userid"]
        # A player who has kim as a friend need not be asked.
        Api("tictactoe", tokens["okafor"], clientid="py-2", **HOST).friend.set(kim,
            {"since": int(time.time() * 1000)})
        friends = Api("tictactoe", token, clientid="py-1", **HOST).friend
        page = friends.index(data=True)
        assert page["index"] == [], page
        print("lee and okafor have accounts", flush=True)
        changes = friends.changes(cv=page["current"], timeout=20)
        assert [change["id"] for change in changes] == [users["okafor"]], changes
        print("okafor is a friend", flush=True)
        friends.set(users["lee"], {"since": int(time.time() * 1000)})
        """

    private static let userStory = """
        import threading
        sys.path.insert(0, sys.argv[2])
        from simperium.core import Admin, Api, Auth
        HOST = {"host": "127.0.0.1:" + PORT, "scheme": "http"}

        def refused(code, act):
            try: act()
            except requests.HTTPError as error:
                assert error.response.status_code == code, error
            else: raise AssertionError(f"no {code}")

        auth = Auth("demo", sys.argv[3], **HOST)
        token = auth.create("kim@example.org", "correct horse")
        assert len(token) == 32
        refused(409, lambda: auth.create("kim@example.org", "correct horse"))
        refused(401, lambda: auth.authorize("kim@example.org", "wrong horse"))
        refused(401, lambda: Auth("demo", "no key", **HOST).create("a@b.co", "correct horse"))
        api = Api("demo", auth.authorize("kim@example.org", "correct horse"), clientid="py-1",
            **HOST)

        todo = api.todo
        assert todo.get("item2") is None and todo.get("item2", default=7) == 7
        assert todo.set("item2", {"age": 23}) == "item2"
        todo.set("item2", {"age": 25})
        assert todo.get("item2") == {"age": 25} and todo.get("item2", version=1) == {"age": 23}
        merged = todo.post("item2", {"name": "kim \\u00e9 \\U0001f600"}, include_response=True)
        assert merged == ("item2", {"age": 25, "name": "kim \\u00e9 \\U0001f600"})
        whole = todo.post("item2", {"n": None}, replace=True, include_response=True)
        assert whole == ("item2", {"n": None})
        assert todo.post("item2", {"age": 1}, version=1, include_response=True)[1]["age"] == 1
        refused(412, lambda: todo.post("item2", {"age": 1}))
        refused(400, lambda: todo.post("a b", {}))
        refused(404, lambda: todo.post("item2", {}, version=99))
        todo.post("same", {}, ccid="c1")
        refused(409, lambda: todo.post("same", {"n": 1}, ccid="c1"))
        for key in ("a%b", "a@b.co", "note.2024.7"):
            todo.set(key, {"key": key})
            assert todo.get(key) == {"key": key}

        results = todo.bulk_post({"b1": {"n": 1}, "b2": {"n": 2}, "b 3": {}})
        assert [r.get("error") for r in results] == [None, None, 400], results
        assert todo.bulk_post({"b4": {}}, wait=False) is True
        new = todo.new({"fresh": True})
        found, mark = [], None
        while True:
            page = todo.index(data=True, limit=2, mark=mark)
            assert set(page) <= {"current", "index", "mark"}
            found += page["index"]
            mark = page.get("mark")
            if mark is None: break
        assert [entry["id"] for entry in found] == [
            new, "b4", "b2", "b1", "note.2024.7", "a@b.co", "a%b", "same", "item2"]
        assert found[0]["d"] == {"fresh": True} and "d" not in todo.index()["index"][0]

        cv = page["current"]
        assert todo.index(since=cv)["index"] == []
        refused(404, lambda: todo.changes(cv="nonsense"))
        threading.Timer(0.2, lambda: todo.set("late", {"n": 1})).start()
        heard = todo.changes(cv=cv, timeout=20)
        assert [(c["id"], c["ev"], c["clientid"]) for c in heard] == [("late", 1, "py-1")]
        assert len(todo.delete("late")) == 32 and todo.get("late") is None
        refused(404, lambda: todo.delete("late"))
        assert [c["o"] for c in todo.changes(cv=heard[-1]["cv"])] == ["-"]

        api.spuser.post({"theme": "dark"})
        assert api.spuser.get() == {"theme": "dark"}

        """

    private static let administratorStory = """
        admin = Admin("demo", sys.argv[4], clientid="py-2", **HOST)
        admin.userid = None  # which it forgets itself, and then looks for without end
        changes = admin.todo.all(cv=cv, data=True, username=True)
        user, key = changes[0]["id"].split("/")
        assert key == "late" and [c["d"] for c in changes] == [{"n": 1}, None]
        assert {c["username"] for c in changes} == {"kim@example.org"}
        assert len(admin.todo.all(cv=cv, most_recent=True)) == 1
        assert len(admin.todo.all(cv=cv, batch=1)) == 1
        admin.as_user(user).todo.set("gift", {"n": 1})
        assert todo.get("gift") == {"n": 1}
        seen = admin.todo.all(cv=cv, skip_clientids=["py-1"])
        assert [c["id"] for c in seen] == [user + "/gift"]
        refused(401, lambda: todo.all(cv=cv))
        options = admin["__options__"]
        options.set("todo", {"version_max": 2})
        assert options.get("todo") == {"version_max": 2}
        refused(401, lambda: api["__options__"].get("todo"))

        """ + end

    private static let end = """
        print("everything as it says")
        """
}
