import Glibc
import TestKit
import TestSupport
import Testing

@Suite("A user who is deleted at one of two servers", .waits)
struct DeletedUserTests {
    @Test("S60 If a server is killed during a deletion, another one completes it")
    func halfWay() throws {
        let servers = try TwoServers("--app", "demo")
        let deleting = try servers.startPeople(Self.deletion)
        let log = "s1{demo/\(try #require(deleting.line()))}"
        #expect(deleting.line() == "deleted")
        servers.one.crash()
        #expect(try servers.redis.command("hlen", "\(log):h/todo") != "0")
        #expect(try servers.redis.command("zcard", "s1{accounts}:c") == "1")
        #expect(deleting.line() == "lin has it no more")
        try awaitClosing(of: log, in: servers.redis)
        #expect(try servers.redis.command("hget", log, "z") == "1")
        let left = try servers.redis.command("keys", "s1{demo/\(log.dropFirst(8).dropLast())}*")
        #expect(left == log)
        #expect(deleting.rest() == "nothing is written there\n")
    }

    private func awaitClosing(of log: String, in redis: RedisServer) throws {
        let isClosed = try waitUntil(within: .seconds(60), every: .milliseconds(100)) {
            try redis.command("zcard", "s1{accounts}:c") == "0"
        }
        let left = try redis.command("hgetall", log)
        try #require(isClosed, "not closed: \(left)")
    }

    private static let deletion = #"""
        kims = ask("GET", PORT, "note/i/n/share", lin).json()["owner"]["userid"]
        changes = [{"id": f"k{n}", "o": "M", "v": {"n": {"o": "+", "v": n}}, "ccid": f"c{n}"}
            for n in range(1500)]
        for first in range(0, 1500, 500):
            answer = ask("POST", PORT, "todo/changes?wait=1", kim, changes[first:first + 500])
            assert answer.status_code == 200, answer.text
        print(kims, flush=True)
        answer = call("POST", "delete/", {"username": NAMES[0]}, app="demo", key=ADMIN)
        assert answer.status_code == 200, answer.text
        print("deleted", flush=True)
        eventually(lambda: ask("GET", OTHER, "note/i/n", lin).status_code == 404)
        print("lin has it no more", flush=True)
        def write():
            return requests.post(f"http://127.0.0.1:{OTHER}/1/demo/todo/i/new", headers={
                "X-Simperium-Token": ADMIN, "X-Simperium-User": kims}, json={"a": 1})
        eventually(lambda: write().status_code == 404)
        print("nothing is written there", flush=True)
        """#
}
