import SimperiumClock
import SimperiumJSON
import SimperiumWire
import SyncHub
import Testing

@Suite("Catching up")
struct CatchUpTests {
    private static func cursor(_ number: Int) -> ChangeVersion { .first(UInt64(number)) }

    /// Returns a bucket with this many changes in its history.
    private static func server(
        _ count: Int, limits: HubLimits = HubLimits(),
        remembering memory: MinimumStoredHistory = MinimumStoredHistory()
    ) -> (TestHub, ConnectionID) {
        var limits = limits
        limits.pace.commandsAtOnce = 20_000
        var server = TestHub(limits: limits, remembering: memory)
        let client = server.join()
        for number in 0..<count {
            let change = Written.modify(
                "k\(number % 3)", whole: #"{"n":\#(number)}"#, id: "\(number)")
            server.send(change.frame(), from: client)
        }
        _ = server.heard(by: client)
        return (server, client)
    }

    @Test("S25, S26: A cursor is answered with all later changes, in order, or must start over")
    func cursors() {
        // A history's length, the cursor, and the numbers of the changes; nil to start over.
        let rows: [(Int, String, [Int]?)] = [
            (7, "\(Self.cursor(4))", [5, 6, 7]), (7, "\(Self.cursor(7))", []), (0, "", []),
            (0, "0", []), (3, "", [1, 2, 3]), (3, "0", [1, 2, 3]),
            (7, "000000010000000000000008", nil), (7, "000000000000000000000001", nil),
            (7, "000000020000000000000001", nil), (7, "nonsense", nil),
            (7, "ffffffffffffffffffffffff", nil), (7, "?", nil), (7, "511aa58", nil),
            (7, "00000001000000000000000A", nil),
        ]
        for (length, cursor, numbers) in rows {
            var (server, client) = Self.server(length)
            // A client may repeat its request.
            for _ in 1...2 {
                let heard = server.say("0:cv:\(cursor)", by: client)
                #expect(heard.count == 1, "\(cursor) of \(length)")
                #expect(heard.accepted.map(\.changeVersion) == (numbers ?? []).map(Self.cursor))
                if numbers == nil { #expect(heard == ["0:cv:?"], "\(cursor) of \(length)") }
                if numbers == [] { #expect(heard == ["0:c:[]"], "\(cursor) of \(length)") }
            }
        }
    }

    @Test("S25: Many changes come in several messages; too many, or forgotten ones, start over")
    func messages() {
        var (server, client) = Self.server(1_200)
        let heard = server.say("0:cv:\(Self.cursor(100))", by: client)
        #expect(heard.map { [$0].accepted.count } == [500, 500, 100])
        #expect(heard.accepted.map(\.changeVersion) == (101...1_200).map(Self.cursor))

        // Changes that are no longer in memory come from the store.
        var limits = HubLimits()
        limits.history.recentChanges = 20
        (server, client) = Self.server(
            100, limits: limits, remembering: MinimumStoredHistory(logLength: 40, removals: 0))
        server.expect(["0:cv:?"], to: "0:cv:\(Self.cursor(1))", by: client)
        #expect(server.say("0:cv:\(Self.cursor(70))", by: client).accepted.count == 30)
        server.expect(["0:cv:?"], to: "0:cv:", by: client)

        // Too many missed changes.
        limits = HubLimits()
        limits.history.recentChanges = 10
        limits.history.missedChanges = 50
        (server, client) = Self.server(100, limits: limits)
        #expect(server.say("0:cv:\(Self.cursor(50))", by: client).accepted.count == 50)
        server.expect(["0:cv:?"], to: "0:cv:\(Self.cursor(49))", by: client)
    }

    @Test(
        "S27: A new channel receives nothing before the changes that it missed, and nothing twice")
    func newcomer() {
        var (server, writer) = Self.server(3)
        let client = server.connect()
        server.enter(on: client)
        _ = server.change(.modify("new", "{}", id: "1"), by: writer)
        server.expect(["0:auth:kim@example.org"], heardBy: client)
        let missed = server.say("0:cv:\(Self.cursor(2))", by: client)
        #expect(missed.accepted.map(\.changeVersion) == [Self.cursor(3), Self.cursor(4)])
        _ = server.change(.modify("newer", "{}", id: "1"), by: writer)
        #expect(server.heard(by: client).accepted.map(\.changeVersion) == [Self.cursor(5)])

        // With an index the channel needs no earlier changes.
        (server, writer) = Self.server(3)
        let indexed = server.connect()
        server.enter(on: indexed)
        _ = server.change(.modify("new", "{}", id: "1"), by: writer)
        let heard = server.say("0:i::::", by: indexed)
        #expect(heard.count == 2)
        #expect(heard.pages.first?.current == Self.cursor(4))
        _ = server.change(.modify("newer", "{}", id: "1"), by: writer)
        #expect(server.heard(by: indexed).accepted.map(\.changeVersion) == [Self.cursor(5)])

        // A channel that sends no request receives changes after a second, in order.
        (server, writer) = Self.server(3)
        let silent = server.connect()
        server.enter(on: silent)
        _ = server.change(.modify("new", "{}", id: "1"), by: writer)
        server.wait(.milliseconds(999))
        #expect(server.heard(by: silent).accepted == [])
        server.wait(.milliseconds(1))
        #expect(server.heard(by: silent).accepted.map(\.changeVersion) == [Self.cursor(4)])
        _ = server.change(.modify("newer", "{}", id: "1"), by: writer)
        #expect(server.heard(by: silent).accepted.map(\.changeVersion) == [Self.cursor(5)])
    }

    @Test("A channel that continues the index of an earlier connection receives the changes since")
    func pagingOn() throws {
        var (server, writer) = Self.server(3)
        let before = server.join()
        let page = try #require(server.say("0:i::::1", by: before).pages.first)
        server.close(before)
        _ = server.change(.modify("new", "{}", id: "1"), by: writer)
        let client = server.connect()
        server.enter(on: client)
        let heard = server.say("0:i::\(try #require(page.mark))::5", by: client)
        #expect(heard.accepted.map(\.changeVersion) == [Self.cursor(4)])
        #expect(heard.last.map { [$0].pages.first?.entries.count } == 2)
    }

    /// Returns the frames for a client that sends a change before its cursor, as node does.
    private static func author(_ then: (inout TestHub, ConnectionID) -> Void) -> [String] {
        var (server, writer) = Self.server(3)
        let client = server.connect()
        server.enter(on: client)
        _ = server.change(.modify("new", "{}", id: "1"), by: writer)
        _ = server.heard(by: client)
        server.send(Written.modify("mine", "{}", id: "1").frame(), from: client)
        server.expect([], heardBy: client)
        then(&server, client)
        return server.heard(by: client)
    }

    @Test("S27: A channel that begins with a change receives it once, after what it missed")
    func author() {
        let asks = Self.author { $0.send("0:cv:\(Self.cursor(2))", from: $1) }
        #expect(asks.accepted.map(\.changeVersion) == (3...5).map(Self.cursor))
        // A client that sends no request waits for a second.
        let waits = Self.author { server, _ in server.wait(.seconds(1)) }
        #expect(waits.accepted.map(\.changeVersion) == [Self.cursor(4), Self.cursor(5)])
        let startsOver = Self.author { server, client in
            server.send("0:cv:nowhere", from: client)
            server.send("0:i::::", from: client)
        }
        #expect(startsOver.first == "0:cv:?")
        #expect(startsOver.accepted.map(\.changeVersion) == [Self.cursor(4), Self.cursor(5)])
        #expect(startsOver.pages.first?.current == Self.cursor(5))

        // A refusal comes at once.
        var (server, _) = Self.server(3)
        let client = server.connect()
        server.enter(on: client)
        _ = server.heard(by: client)
        server.expect("404", of: .remove("none", id: "1"), by: client)
    }
}
