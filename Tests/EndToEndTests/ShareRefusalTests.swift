import TestKit
import TestSupport
import Testing

/// The stores of shared objects, and two servers on one of them.
private enum Keeping: CaseIterable {
    case memory
    case file
    case engine
}

/// Refusals of shares, which are alike in each store. Of two servers, each call uses the other one
/// than the call before.
@Suite("Refusals of shares, in each store", .waits)
struct ShareRefusalTests {
    private static let rows = """
        with oneself
        with nobody
        with somebody who takes nothing
        twice, and then with the other right
        under a key that is taken
        what the schema refuses
        where the bucket shares nothing
        by whom it is shared with
        a reader writes
        both write at once
        both move at once
        an account that is shared with is deleted
        an owner is deleted in the middle of a change

        """

    @Test(
        """
        S157 S158 S159 S161 S172 P61 Each refused share, and each that ends during a change, \
        is answered as its row lists
        """, arguments: Keeping.allCases)
    fileprivate func table(_ keeping: Keeping) throws {
        let folder = try TemporaryFolder()
        let keys = folder.path("keys")
        let words = ["--app", "demo", "--keys", keys]
        switch keeping {
        case .memory, .file:
            let server = try ServedProgram(words, in: keeping == .file ? .ownFile : .memory)
            try check(at: server, server.port, keys)
        case .engine:
            let redis = try RedisServer()
            let engine = "redis://127.0.0.1:\(redis.port)"
            let one = try ServedProgram(words, in: .redis(engine))
            let other = try ServedProgram(words, in: .redis(engine))
            try check(at: one, other.port, keys)
        }
    }

    private func check(at server: ServedProgram, _ other: UInt16, _ keys: String) throws {
        let demo = try ServedProgram.keys(of: "demo", in: keys)
        let game = try ServedProgram.keys(of: "tictactoe", in: keys)
        let arguments = [String(other), demo.api, demo.administrator, game.api]
        #expect(try server.python(Self.head + Self.table, arguments) == Self.rows)
    }

    private static let head = #"""
        import itertools, threading
        OTHER, KEY, ADMIN, GAME = sys.argv[2:6]
        ports, lock = itertools.cycle([PORT, OTHER]), threading.Lock()
        def ask(method, path, token=None, body=None, app="demo", root="1", key=KEY):
            with lock: port = next(ports)
            return call(method, path, body, token, app, key, port, root)
        # What was made at one server the other hears of a moment later.
        def expect(*words, wanted, **more):
            def look():
                answer = ask(*words, **more)
                if answer.status_code == wanted: return [answer]
                assert answer.status_code in [403, 404], (
                    words, wanted, answer.status_code, answer.text)
            return eventually(look)[0]
        # Says nothing but what is so at both servers.
        def both(path, token, wanted):
            for _ in range(2): found = expect("GET", path, token, wanted=wanted)
            return found
        # Until that is over which is on its way.
        def until(path, token, wanted):
            eventually(lambda: {ask("GET", path, token).status_code for _ in "12"} == {wanted})
        def sign(name):
            body = {"username": name + "@example.org", "password": "correct horse"}
            return expect("POST", "create/", body=body, wanted=200).json()["access_token"]
        def forget(name):
            body = {"username": name + "@example.org"}
            expect("POST", "delete/", body=body, key=ADMIN, wanted=200)
        def share(key, name, token, wanted, write=True, bucket="note"):
            name = name and name + "@example.org"
            return expect("PUT", f"{bucket}/i/{key}/share/{name}", token, {"write": write},
                wanted=wanted)
        def make(key, token, bucket="note", body={"t": "x"}):
            expect("POST", f"{bucket}/i/{key}", token, body, wanted=200)
            both(f"{bucket}/i/{key}", token, 200)

        """#

    private static let table = #"""
        kim, lin, ann, zoe, moe = [sign(name) for name in ["kim", "lin", "ann", "zoe", "moe"]]
        make("s", kim, "strict")
        expect("POST", "__options__/i/note", ADMIN, {"sharing": True}, wanted=200)
        strict = {"sharing": True, "schema": {"required": ["title"]}}
        expect("POST", "__options__/i/strict", ADMIN, strict, wanted=200)
        # When it is shared with another at both servers they know of the options.
        make("first", kim)
        for name in ["lin", "zoe"]: share("first", name, kim, 200)

        make("a", kim)
        share("a", "kim", kim, 400)
        print("with oneself")
        share("a", "", kim, 400)
        assert ask("PUT", "note/i/a/share/nobody@example.org", kim, {}).status_code == 404
        print("with nobody")
        expect("POST", "spuser/i/info", ann, {"sharing": "nobody"}, wanted=200)
        for _ in range(2):
            refused = ask("PUT", "note/i/a/share/ann@example.org", kim, {})
            assert refused.status_code == 403, refused.text
        assert ask("GET", "note/i/a", ann).status_code == 404
        print("with somebody who takes nothing")
        share("a", "lin", kim, 200)
        share("a", "lin", kim, 409)
        share("a", "lin", kim, 200, write=False)
        share("a", "lin", kim, 409, write=False)
        print("twice, and then with the other right")
        make("c", kim)
        make("c", lin, body={"mine": True})
        for _ in range(2): share("c", "lin", kim, 409)
        assert both("note/i/c", lin, 200).json() == {"mine": True}
        assert both("note/i/c/share", kim, 200).json() == {"shares": []}
        print("under a key that is taken")
        share("s", "lin", kim, 400, bucket="strict")
        assert ask("GET", "strict/i/s", lin).status_code == 404
        print("what the schema refuses")
        make("t", kim, "todo")
        for _ in range(2):
            assert ask("PUT", "todo/i/t/share/lin@example.org", kim, {}).status_code == 403
        print("where the bucket shares nothing")
        both("note/i/a", lin, 200)
        for _ in range(2): share("a", "zoe", lin, 401)
        print("by whom it is shared with")
        for _ in range(2):
            answer = ask("POST", "note/i/a", lin, {"t": "y"})
            assert answer.status_code == 401, answer.text
        assert both("note/i/a", kim, 200).json() == {"t": "x"}
        print("a reader writes")

        make("w", kim, body={})
        share("w", "lin", kim, 200)
        both("note/i/w", lin, 200)
        def writes(token, name, count=20):
            for number in range(count):
                answer = ask("POST", "note/i/w", token, {f"{name}{number}": number})
                assert answer.status_code == 200, answer.text
        def at_once(*works):
            threads = [threading.Thread(target=lambda work=work: run(work)) for work in works]
            faults = []
            def run(work):
                try: work()
                except Exception as fault: faults.append(fault)
            for thread in threads: thread.start()
            for thread in threads: thread.join()
            assert not faults, faults
        at_once(lambda: writes(kim, "k"), lambda: writes(lin, "l"))
        wanted = {name + str(number): number for name in "kl" for number in range(20)}
        seen = [ask("GET", "note/i/w", token) for token in [kim, kim, lin, lin]]
        end = time.monotonic() + 15
        while any(found.json() != wanted for found in seen):
            assert time.monotonic() < end, [found.text for found in seen]
            seen = [ask("GET", "note/i/w", token) for token in [kim, kim, lin, lin]]
        assert {found.headers["X-Simperium-Version"] for found in seen} == {"41"}
        print("both write at once")

        game = dict(app="tictactoe", key=GAME)
        names = ["kim", "lin"]
        people = [expect("POST", "create/", body={"username": name, "password": "correct horse"},
            wanted=200, **game).json()["access_token"] for name in names]
        begun = expect("POST", "games/", people[0], {"with": "lin", "days": 1}, wanted=200, **game)
        key = begun.json()["key"]
        for token in people:
            for _ in range(2): expect("GET", f"game/i/{key}", token, wanted=200, **game)
        codes = []
        def moves(token, square):
            answer = ask("POST", f"game/i/{key}", token, {"moves": [square]}, **game)
            codes.append(answer.status_code)
        at_once(*[lambda token=token, square=square: moves(token, square)
            for token, square in [(people[0], 1), (people[1], 2), (people[1], 3)]])
        assert codes.count(200) == 1 and set(codes) <= {200, 400, 401}, codes
        moved = expect("GET", f"game/i/{key}", people[1], wanted=200, **game).json()["moves"]
        assert moved in [[2], [3]], moved
        print("both move at once")

        make("z", kim)
        share("z", "zoe", kim, 200)
        forget("zoe")
        end = time.monotonic() + 15
        while any(ask("GET", f"note/i/{key}/share", kim).json().get("shares") != rest
                for key, rest in [("z", [])] * 2):
            assert time.monotonic() < end, "a deleted user still has it"
        print("an account that is shared with is deleted")
        make("m", moe)
        share("m", "lin", moe, 200)
        both("note/i/m", lin, 200)
        codes = []
        def goes_on():
            version = "1"
            while not codes or codes[-1] == 200:
                # A version in the path: the removed object is not created again.
                answer = ask("POST", f"note/i/m/v/{version}", lin, {"t": str(len(codes))})
                codes.append(answer.status_code)
                version = answer.headers.get("X-Simperium-Version")
        def ends():
            eventually(lambda: len(codes) >= 10)
            forget("moe")
        at_once(goes_on, ends)
        assert len(codes) > 10 and codes[-1] in [404, 503], codes[-3:]
        until("note/i/m", lin, 404)
        assert "m" not in [e["id"] for e in ask("GET", "note/index", lin).json()["index"]]
        make("m", lin)
        print("an owner is deleted in the middle of a change")
        """#
}
