import Glibc
import TestKit
import TestSupport
import Testing

/// The changes of all users, at servers that share a Redis.
@Suite("Changes of all users at many servers", .waits)
struct FirehoseTests {
    private func cluster() throws -> (Cluster, ServedProgram, ServedProgram) {
        let cluster = try Cluster()
        let servers = try (0..<2).map { _ in
            try cluster.serve("--app", "notes")
        }
        return (cluster, servers[0], servers[1])
    }

    @Test("S67 S207 An administrator receives at any server the changes made at any other")
    func everybody() throws {
        let (cluster, one, other) = try cluster()
        let keys = try ServedProgram.keys(of: "notes", in: cluster.keys)
        let said = try one.python(
            Self.head + Self.listens, [String(other.port), keys.api, keys.administrator])
        #expect(
            said == """
                waited kim n0
                n1 {'a': 1}
                n2 {'a': 2}
                n3 {'a': 3}
                kim@example.com
                []

                """)
    }

    @Test("S67 The feed of a server that was killed is complete at the next writer")
    func killed() throws {
        let (cluster, one, other) = try cluster()
        let keys = try ServedProgram.keys(of: "notes", in: cluster.keys)
        let words = [String(other.port), keys.api, keys.administrator]
        let token = try one.python(Self.head + "print(token)", words)
            .filter { !$0.isNewline }
        _ = try one.python(Self.head + Self.writes, words + [token])
        one.crash()
        let said = try other.python(Self.head + Self.reads, words + [token])
        #expect(said == "n0 n1 n2 n3\n")
    }

    private static let head = #"""
        import threading
        OTHER, KEY, ADMIN = sys.argv[2:5]
        ask = functools.partial(call, app="notes", key=KEY)
        ZERO = "0" * 24
        def everybody(query, port=PORT):
            return ask("GET", f"todo/all?{query}", token=ADMIN, port=port).json()
        if len(sys.argv) == 5:
            body = {"username": "kim@example.com", "password": "correct horse"}
            account = ask("POST", "create/", body).json()
            token, user = account["access_token"], account["userid"]
        else:
            token = sys.argv[5]
        def write(number, port):
            answer = ask("POST", f"todo/i/n{number}", {"a": number}, token, port=port)
            assert answer.ok, answer.text

        """#

    private static let listens = #"""
        heard = []
        waiter = threading.Thread(target=lambda: heard.extend(everybody("wait=1", OTHER)))
        waiter.start()
        time.sleep(0.5)
        write(0, PORT)
        waiter.join(20)
        print("waited", heard[0]["id"].replace(user, "kim").replace("/", " "))
        for number in range(1, 4):
            write(number, [PORT, OTHER][number % 2])
        found, cursor = [], heard[0]["cv"]
        while len(found) < 3:
            more = everybody(f"cv={cursor}&data=1&username=1&wait=1", PORT)
            found += more
            cursor = more[-1]["cv"]
        for entry in found: print(entry["id"].split("/")[1], entry["d"])
        print(found[0]["username"])
        print(everybody(f"cv={cursor}&wait=0", OTHER))
        """#

    private static let writes = #"""
        for number in range(4): write(number, PORT)
        """#

    private static let reads = #"""
        def all_four():
            found = everybody(f"cv={ZERO}&wait=0")
            return found if len(found) >= 4 else None
        found = eventually(all_four)
        print(*[entry["id"].split("/")[1] for entry in found])
        """#
}
