import Glibc
import TestKit
import TestSupport
import Testing

/// Two servers that share a Redis, and a lobby of halls so small that no player is alone in one for
/// long. The first hall accepts one of our programs.
private struct SmallHalls {
    // Declared in the order of their ends.
    let one: ServedProgram
    let other: ServedProgram
    private let redis: RedisServer
    private let folder: TemporaryFolder

    init() throws {
        redis = try RedisServer()
        folder = try TemporaryFolder()
        let words = ["--keys", folder.path("keys"), "--hall-size", "2", "--spread", "1"]
        let engine = "redis://127.0.0.1:\(redis.port)"
        one = try ServedProgram(words, in: .redis(engine))
        other = try ServedProgram(words, in: .redis(engine))
    }

    /// Returns a server's page about halls as soon as it contains all of `wanted`: counts come from
    /// the other server a little later than matches.
    func halls(_ query: String, at server: ServedProgram, until wanted: String...) throws -> String
    {
        try server.python(Self.asks, [query] + wanted)
    }

    private static let asks = #"""
        import urllib.request
        QUERY, *WANTED = sys.argv[2:]
        def look():
            request = urllib.request.Request(f"http://127.0.0.1:{PORT}/1/tictactoe/halls{QUERY}",
                headers={"X-Simperium-Token": TOKEN})
            said = urllib.request.urlopen(request).read().decode()
            return said if all(text in said for text in WANTED) else None
        print(eventually(look))
        """#
}

@Suite("Halls of many servers", .waits)
struct HallsOfManyServersTests {
    @Test("S149 S207 Players who wait alone at two servers are sent to each other")
    func waiters() throws {
        let lobby = try SmallHalls()
        let okafor = try TerminalPerson("okafor", at: lobby.one)
        okafor.sees("in sync", "Looking for a match")
        let lin = try TerminalPerson("lin", at: lobby.other)
        // Either may be sent to the other, and the player who was there first begins.
        var begins = false
        okafor.waits(for: "the match") { screen in
            begins = screen.text.contains("okafor (O) against lin (X)")
            return begins || screen.text.contains("okafor (X) against lin (O)")
        }
        let (first, second) = begins ? (okafor, lin) : (lin, okafor)
        first.sees("YOUR MOVE")
        first.plays(5)
        second.sees("YOUR MOVE")
    }

    @Test("S146 S207 Players and matches at one server are found, counted and watched at the other")
    func found() throws {
        let lobby = try SmallHalls()
        let ana = try TerminalPerson("ana", at: lobby.one)
        ana.sees("Looking for a match")
        ana.press("esc")
        ana.sees("Hello, ana!")
        let okafor = try TerminalPerson("okafor", at: lobby.one)
        okafor.sees("Looking for a match")
        let lin = try TerminalPerson("lin", at: lobby.one)
        okafor.sees("okafor (O) against lin (X)")
        let found = try lobby.halls("?name=lin", at: lobby.other, until: "found")
        #expect(found.contains(#""found":{"name":"lin","hall":"16","#))
        let page = try lobby.halls("", at: lobby.other, until: "okafor", #""playing":2"#)
        #expect(page.contains(#""counts":{"here":3,"free":1,"playing":2,"#))
        #expect(page.contains(#""halls":[{"hall":"16","here":2,"matches":[{"#))
        let kim = try TerminalPerson([
            "watch", "lin", "--server", lobby.other.address, "--name", "kim",
        ])
        kim.sees("following lin", "okafor")
        okafor.plays(5)
        lin.sees("YOUR MOVE")
        lin.plays(1)
        okafor.sees("YOUR MOVE")
        kim.sees("following lin: okafor – lin", "1 O 5", "2 X 1")
    }

    @Test("S307 After a server is killed, its players are in their hall and match at the other")
    func killed() throws {
        let lobby = try SmallHalls()
        let both = "\(lobby.one.address),\(lobby.other.address)"
        let ana = try TerminalPerson("ana", at: lobby.other)
        ana.sees("Looking for a match")
        ana.press("esc")
        let okafor = try TerminalPerson(["--server", both, "--name", "okafor"])
        okafor.sees("in sync", "Looking for a match")
        let lin = try TerminalPerson(["--server", both, "--name", "lin"])
        okafor.sees("YOUR MOVE")
        okafor.plays(5)
        lin.sees("YOUR MOVE")
        lobby.one.crash()
        lin.plays(1)
        okafor.sees("YOUR MOVE")
        okafor.plays(3)
        lin.sees("YOUR MOVE")
        let found = try lobby.halls("?name=okafor", at: lobby.other, until: "found")
        #expect(found.contains(#""hall":"16""#))
    }
}
