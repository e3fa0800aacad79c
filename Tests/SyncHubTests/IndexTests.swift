import SimperiumJSON
import SimperiumWire
import SyncHub
import Testing

@Suite("The index")
struct IndexTests {
    /// Returns a bucket with this many objects; `k1` is the oldest.
    private static func server(_ count: Int) -> (TestHub, ConnectionID) {
        var server = TestHub { $0.pace.commandsAtOnce = 10_000 }
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

    @Test("S16, S18: Objects come only on request; an empty bucket has a change version, too")
    func objects() {
        var (server, client) = Self.server(1)
        let current = #""current":"000000010000000000000001""#
        server.expect(
            [#"0:i:{\#(current),"index":[{"id":"k1","v":1,"d":{"n":1}}]}"#], to: "0:i:1:::1",
            by: client)
        server.expect(
            [#"0:i:{\#(current),"index":[{"id":"k1","v":1}]}"#], to: "0:i::::1", by: client)

        (server, client) = Self.server(0)
        let zero = "000000000000000000000000"
        server.expect([#"0:i:{"current":"\#(zero)","index":[]}"#], to: "0:i::::", by: client)
        server.expect(["0:c:[]"], to: "0:cv:\(zero)", by: client)
    }

    @Test("S15, S17: A page has the requested number, otherwise 100, and never more than 1,000")
    func limits() throws {
        // The limit, the number of objects, and the number on the first page.
        let rows = [
            ("", 1_010, 100), ("0", 1_010, 100), ("abc", 1_010, 100), ("-4", 1_010, 100),
            ("5000", 1_010, 1_000), ("7", 1_010, 7), ("1", 1, 1), ("2", 2, 2), ("5", 5, 5),
        ]
        var (server, client) = Self.server(0)
        var length = 0
        for (limit, all, count) in rows {
            if all != length { (server, client) = Self.server(all) }
            length = all
            let page = try #require(server.say("0:i::::\(limit)", by: client).pages.first)
            #expect(page.entries.count == count, "\(limit) of \(all)")
            #expect((page.mark == nil) == (count == all), "\(limit) of \(all)")
        }
    }

    @Test("S19: Every page of a run lists the same snapshot, though objects are written meanwhile")
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

    @Test("S20: A run can be limited to later changes; its mark may be in the third field")
    func since() throws {
        var (server, client) = Self.server(5)
        let since = ChangeVersion.first(3)
        let page = try #require(server.say("0:i:::\(since):1", by: client).pages.first)
        #expect(page.entries.map(\.key.text) == ["k5"])
        let mark = try #require(page.mark)
        let rest = try #require(server.say("0:i::\(mark):\(since):10", by: client).pages.first)
        #expect(rest.entries.map(\.key.text) == ["k4"])
        #expect(rest.mark == nil)
        // I-5: A client may use `current` of the first page as its `since` in the next request.
        for other in ["", page.current?.text ?? ""] {
            let rest = try #require(server.say("0:i::\(mark):\(other):10", by: client).pages.first)
            #expect(rest.entries.map(\.key.text) == ["k4"], "\(other)")
        }

        // An unknown change version limits nothing.
        (server, client) = Self.server(3)
        let later = ChangeVersion.first(9)
        let whole = try #require(server.say("0:i:::\(later):10", by: client).pages.first)
        #expect(whole.entries.map(\.key.text) == ["k3", "k2", "k1"])

        // The protocol's text has the mark in the third field.
        (server, client) = Self.server(3)
        let first = try #require(server.say("0:i::::2", by: client).pages.first)
        let third = try #require(first.mark)
        let last = try #require(server.say("0:i:::\(third):2", by: client).pages.first)
        #expect(last.entries.map(\.key.text) == ["k1"])
        #expect(last.mark == nil)
    }

    @Test("A mark that the hub never made starts a new run")
    func garbage() throws {
        let marks = ["nonsense", "000000010000000000000001", "ffffffffffffffffffffffff", "65ee"]
        for mark in marks {
            var (server, client) = Self.server(3)
            let page = try #require(server.say("0:i::\(mark)::2", by: client).pages.first)
            #expect(page.entries.map(\.key.text) == ["k3", "k2"], "\(mark)")
        }
    }

    @Test("A page ends at a megabyte, but has at least one object")
    func bytes() throws {
        var server = TestHub()
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
