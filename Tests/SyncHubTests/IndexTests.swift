import SimperiumJSON
import SimperiumWire
import SyncHub
import Testing

@Suite("The index")
struct IndexTests {
    /// A bucket with so many objects, `k1` the oldest.
    private static func server(_ count: Int) -> (TestServer, ConnectionID) {
        var limits = HubLimits()
        limits.pace.commandsAtOnce = 10_000
        var server = TestServer(limits: limits)
        let client = server.join()
        for number in 1...max(count, 1) where count > 0 {
            let change = Written.modify("k\(number)", whole: #"{"n":\#(number)}"#, id: "1")
            server.send(change.frame(), from: client)
        }
        _ = server.heard(by: client)
        return (server, client)
    }

    @Test("S14: Pages of two list five objects once each, the newest first")
    func pages() throws {
        var (server, client) = Self.server(5)
        var keys: [[String]] = []
        var mark = ""
        repeat {
            let page = try #require(server.say("0:i::\(mark)::2", by: client).pages.first)
            keys.append(page.entries.map(\.key.text))
            #expect(page.current == .first(5))
            mark = page.mark?.text ?? ""
        } while !mark.isEmpty
        #expect(keys == [["k5", "k4"], ["k3", "k2"], ["k1"]])
    }

    @Test(
        "S15: Exactly as many as were asked for are one page, without a mark", arguments: [1, 2, 5])
    func exact(count: Int) throws {
        var (server, client) = Self.server(count)
        let page = try #require(server.say("0:i::::\(count)", by: client).pages.first)
        #expect(page.entries.count == count)
        #expect(page.mark == nil)
    }

    @Test("S16: Objects come along only if they are asked for")
    func objects() {
        var (server, client) = Self.server(1)
        let current = #""current":"000000010000000000000001""#
        #expect(
            server.say("0:i:1:::1", by: client)
                == [#"0:i:{\#(current),"index":[{"id":"k1","v":1,"d":{"n":1}}]}"#])
        #expect(
            server.say("0:i::::1", by: client)
                == [#"0:i:{\#(current),"index":[{"id":"k1","v":1}]}"#])
    }

    @Test(
        "S17: Without a sensible limit it is 100, and never more than 1,000",
        arguments: [("", 100), ("0", 100), ("abc", 100), ("-4", 100), ("5000", 1_000), ("7", 7)])
    func limits(limit: String, count: Int) throws {
        var (server, client) = Self.server(1_010)
        let page = try #require(server.say("0:i::::\(limit)", by: client).pages.first)
        #expect(page.entries.count == count)
        #expect(page.mark != nil)
    }

    @Test("S18: An empty bucket has a change version, too, and nothing has happened since")
    func empty() {
        var (server, client) = Self.server(0)
        let zero = "000000000000000000000000"
        #expect(server.say("0:i::::", by: client) == [#"0:i:{"current":"\#(zero)","index":[]}"#])
        #expect(server.say("0:cv:\(zero)", by: client) == ["0:c:[]"])
    }

    @Test("S19: Every page of a run tells the same present, though objects are written meanwhile")
    func stable() throws {
        var (server, client) = Self.server(6)
        let first = try #require(server.say("0:i:1:::2", by: client).pages.first)
        let writer = server.join()
        // k1 and k2 would now come first, and k3 is gone.
        _ = server.change(.modify("k2", sv: 1, whole: #"{"n":"new"}"#, id: "2"), by: writer)
        _ = server.change(.modify("k1", sv: 1, whole: #"{"n":"new"}"#, id: "2"), by: writer)
        _ = server.change(.modify("k6", sv: 1, whole: #"{"n":"new"}"#, id: "2"), by: writer)
        _ = server.change(.remove("k3", id: "2"), by: writer)
        _ = server.change(.modify("k7", "{}", id: "2"), by: writer)
        _ = server.heard(by: client)
        let mark = try #require(first.mark)
        let second = try #require(server.say("0:i:1:\(mark)::2", by: client).pages.first)
        let next = try #require(second.mark)
        let third = try #require(server.say("0:i:1:\(next)::2", by: client).pages.first)
        #expect(second.entries.map(\.key.text) == ["k4", "k2"])
        #expect(third.entries.map(\.key.text) == ["k1"])
        #expect(third.entries.first?.object == ["n": "new"])
        #expect(
            [first.current, second.current, third.current] == Array(repeating: .first(6), count: 3))
        #expect(third.mark == nil)
    }

    @Test("S20: A run can be restricted to what has changed after a change version")
    func since() throws {
        var (server, client) = Self.server(5)
        let since = ChangeVersion.first(3)
        let page = try #require(server.say("0:i:::\(since):1", by: client).pages.first)
        #expect(page.entries.map(\.key.text) == ["k5"])
        let mark = try #require(page.mark)
        let rest = try #require(server.say("0:i::\(mark):\(since):10", by: client).pages.first)
        #expect(rest.entries.map(\.key.text) == ["k4"])
        #expect(rest.mark == nil)
    }

    @Test("S20: What nobody knows to have happened leaves nothing out")
    func unknownSince() throws {
        var (server, client) = Self.server(3)
        let later = ChangeVersion.first(9)
        let page = try #require(server.say("0:i:::\(later):10", by: client).pages.first)
        #expect(page.entries.map(\.key.text) == ["k3", "k2", "k1"])
    }

    @Test("S20: A mark is found in the third field, too, where the prose has it")
    func markInThirdField() throws {
        var (server, client) = Self.server(3)
        let first = try #require(server.say("0:i::::2", by: client).pages.first)
        let mark = try #require(first.mark)
        let rest = try #require(server.say("0:i:::\(mark):2", by: client).pages.first)
        #expect(rest.entries.map(\.key.text) == ["k1"])
        #expect(rest.mark == nil)
    }

    @Test(
        "A mark that the hub never made starts over",
        arguments: ["nonsense", "000000010000000000000001", "ffffffffffffffffffffffff", "65ee"])
    func garbage(mark: String) throws {
        var (server, client) = Self.server(3)
        let page = try #require(server.say("0:i::\(mark)::2", by: client).pages.first)
        #expect(page.entries.map(\.key.text) == ["k3", "k2"])
    }

    @Test("A page ends at a megabyte, but is never empty for its sake")
    func bytes() throws {
        var server = TestServer()
        let client = server.join()
        let text = String(repeating: "x", count: 500_000)
        for number in 1...5 {
            server.send(
                Written.modify("k\(number)", whole: #"{"t":"\#(text)"}"#, id: "1").frame(),
                from: client)
        }
        _ = server.heard(by: client)
        var counts: [Int] = []
        var mark = ""
        repeat {
            let page = try #require(server.say("0:i:1:\(mark)::100", by: client).pages.first)
            counts.append(page.entries.count)
            mark = page.mark?.text ?? ""
        } while !mark.isEmpty
        #expect(counts == [2, 2, 1])
        #expect(server.say("0:i::::100", by: client).pages.first?.entries.count == 5)
    }
}
