import Glibc
import TestKit
import TestSupport
import Testing

@Suite("A user who is deleted at one of two servers", .waits)
struct DeletedUserTests {
    @Test("S60 If the writer is killed during a deletion, the next one completes it")
    func halfWay() throws {
        let servers = try TwoServers("--app", "demo")
        let deleting = try servers.startPeople(Self.deletion)
        let kim = try #require(deleting.line())
        let row = "s2{s00}:u/demo/\(kim)"
        #expect(try servers.redis.command("hget", row, "standing") == "0")
        deleting.says("delete")
        _ = try waitUntil(within: .seconds(20), every: .milliseconds(1)) {
            try servers.redis.command("hget", row, "standing") != "0"
        }
        servers.one.crash()
        let rest = try servers.redis.command("hlen", "s2{s00}:b/demo/\(kim)")
        print("killed with \(rest) buckets left")
        deleting.says("killed")
        #expect(deleting.rest() == "lin has it no more\nlin shares nothing\n")
        try eventually(within: .seconds(20)) {
            let left = try servers.redis.command("keys", "*\(kim)*")
            return left.isEmpty
        }
    }

    /// Kim has 1,500 objects, a note that lin may read, and 20 notes of lin's.
    private static let deletion = #"""
        import threading
        kims = ask("GET", PORT, "note/i/n/share", lin).json()["owner"]["userid"]
        changes = [{"id": f"k{n}", "o": "M", "v": {"n": {"o": "+", "v": n}}, "ccid": f"c{n}"}
            for n in range(1500)]
        for first in range(0, 1500, 500):
            answer = ask("POST", PORT, "todo/changes?wait=1", kim, changes[first:first + 500])
            assert answer.status_code == 200, answer.text
        def expect(*words):
            answer = ask(*words)
            assert answer.status_code == 200, answer.text
        for n in range(20):
            expect("POST", PORT, f"note/i/l{n}", lin, {"n": n})
            expect("PUT", PORT, f"note/i/l{n}/share/{NAMES[0]}", lin, {"write": True})
        print(kims, flush=True)
        sys.stdin.readline()
        def delete():
            try: call("POST", "delete/", {"username": NAMES[0]}, app="demo", key=ADMIN)
            except requests.ConnectionError: pass
        threading.Thread(target=delete).start()
        sys.stdin.readline()
        eventually(lambda: ask("GET", OTHER, "note/i/n", lin).status_code == 404)
        print("lin has it no more", flush=True)
        def shares(n): return ask("GET", OTHER, f"note/i/l{n}/share", lin).json()["shares"]
        eventually(lambda: not any(shares(n) for n in range(20)))
        print("lin shares nothing", flush=True)
        """#
}
