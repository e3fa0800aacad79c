import SimperiumClock
import SimperiumJSON
import SimperiumWire
import SyncHub
import Testing

@Suite("Catching up")
struct CatchUpTests {
    private static func cursor(_ number: Int) -> ChangeVersion { .first(UInt64(number)) }

    /// A bucket with a history of so many changes.
    private static func server(
        _ count: Int, limits: HubLimits = HubLimits(),
        remembering memory: StoreLimits = StoreLimits()
    ) -> (TestServer, ConnectionID) {
        var limits = limits
        limits.pace.commandsAtOnce = 20_000
        var server = TestServer(limits: limits, remembering: memory)
        let client = server.join()
        for number in 0..<count {
            let change = Written.modify(
                "k\(number % 3)", whole: #"{"n":\#(number)}"#, id: "\(number)")
            server.send(change.frame(), from: client)
        }
        _ = server.heard(by: client)
        return (server, client)
    }

    @Test("S25: A cursor is answered with all that happened after it, in order")
    func changes() {
        var (server, client) = Self.server(7)
        let heard = server.say("0:cv:\(Self.cursor(4))", by: client)
        #expect(heard.count == 1)
        #expect(heard.accepted.map(\.changeVersion) == (5...7).map(Self.cursor))
        #expect(server.say("0:cv:\(Self.cursor(7))", by: client) == ["0:c:[]"])
    }

    @Test(
        "S25: A cursor that the hub never gave out starts over",
        arguments: [
            "000000010000000000000008", "000000000000000000000001", "000000020000000000000001",
            "nonsense", "ffffffffffffffffffffffff", "?", "511aa58", "00000001000000000000000A",
        ])
    func garbage(cursor: String) {
        var (server, client) = Self.server(7)
        #expect(server.say("0:cv:\(cursor)", by: client) == ["0:cv:?"])
    }

    @Test("S26: An empty cursor, or a zero, is before the first change", arguments: ["", "0"])
    func start(cursor: String) {
        var (empty, idle) = Self.server(0)
        #expect(empty.say("0:cv:\(cursor)", by: idle) == ["0:c:[]"])
        var (server, client) = Self.server(3)
        #expect(server.say("0:cv:\(cursor)", by: client).accepted.count == 3)
    }

    @Test("S25: More than 500 changes come in more than one message")
    func messages() {
        var (server, client) = Self.server(1_200)
        let heard = server.say("0:cv:\(Self.cursor(100))", by: client)
        #expect(heard.map { [$0].accepted.count } == [500, 500, 100])
        #expect(heard.accepted.map(\.changeVersion) == (101...1_200).map(Self.cursor))
    }

    @Test("What is no longer in memory comes from the store, and what is not there starts over")
    func trimmed() {
        var limits = HubLimits()
        limits.history.recentChanges = 20
        var (server, client) = Self.server(
            100, limits: limits, remembering: StoreLimits(logLength: 40, removals: 0))
        #expect(server.say("0:cv:\(Self.cursor(1))", by: client) == ["0:cv:?"])
        #expect(server.say("0:cv:\(Self.cursor(70))", by: client).accepted.count == 30)
        #expect(server.say("0:cv:", by: client) == ["0:cv:?"])
    }

    @Test("S25: Who missed more than is worth telling starts over")
    func tooMuch() {
        var limits = HubLimits()
        limits.history.recentChanges = 10
        limits.history.missedChanges = 50
        var (server, client) = Self.server(100, limits: limits)
        #expect(server.say("0:cv:\(Self.cursor(50))", by: client).accepted.count == 50)
        #expect(server.say("0:cv:\(Self.cursor(49))", by: client) == ["0:cv:?"])
    }

    @Test("S27: A newcomer hears nothing before what it missed, and nothing twice")
    func newcomer() {
        var (server, writer) = Self.server(3)
        let client = server.connect()
        server.enter(on: client)
        _ = server.change(.modify("new", "{}", id: "1"), by: writer)
        #expect(server.heard(by: client) == ["0:auth:kim@example.org"])
        let missed = server.say("0:cv:\(Self.cursor(2))", by: client)
        #expect(missed.accepted.map(\.changeVersion) == [Self.cursor(3), Self.cursor(4)])
        _ = server.change(.modify("newer", "{}", id: "1"), by: writer)
        #expect(server.heard(by: client).accepted.map(\.changeVersion) == [Self.cursor(5)])
    }

    @Test("S27: A newcomer's index is the last thing it need not be told")
    func newcomersIndex() {
        var (server, writer) = Self.server(3)
        let client = server.connect()
        server.enter(on: client)
        _ = server.change(.modify("new", "{}", id: "1"), by: writer)
        let heard = server.say("0:i::::", by: client)
        #expect(heard.count == 2)
        #expect(heard.pages.first?.current == Self.cursor(4))
        _ = server.change(.modify("newer", "{}", id: "1"), by: writer)
        #expect(server.heard(by: client).accepted.map(\.changeVersion) == [Self.cursor(5)])
    }

    @Test("A newcomer that pages on where its last connection ended hears what happened since")
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

    @Test("S27: A newcomer that asks for nothing is told after a second, all in order")
    func reticent() {
        var (server, writer) = Self.server(3)
        let client = server.connect()
        server.enter(on: client)
        _ = server.change(.modify("new", "{}", id: "1"), by: writer)
        server.wait(.milliseconds(999))
        #expect(server.heard(by: client).accepted == [])
        server.wait(.milliseconds(1))
        #expect(server.heard(by: client).accepted.map(\.changeVersion) == [Self.cursor(4)])
        _ = server.change(.modify("newer", "{}", id: "1"), by: writer)
        #expect(server.heard(by: client).accepted.map(\.changeVersion) == [Self.cursor(5)])
    }

    /// What a newcomer hears that changes something before it says where it is, as node does.
    private static func author(_ then: (inout TestServer, ConnectionID) -> Void) -> [String] {
        var (server, writer) = Self.server(3)
        let client = server.connect()
        server.enter(on: client)
        _ = server.change(.modify("new", "{}", id: "1"), by: writer)
        _ = server.heard(by: client)
        server.send(Written.modify("mine", "{}", id: "1").frame(), from: client)
        #expect(server.heard(by: client) == [])
        then(&server, client)
        return server.heard(by: client)
    }

    @Test("S27: A newcomer that begins with a change hears of it once, behind what it missed")
    func author() {
        let heard = Self.author { $0.send("0:cv:\(Self.cursor(2))", from: $1) }
        #expect(heard.accepted.map(\.changeVersion) == (3...5).map(Self.cursor))
    }

    @Test("S27: A newcomer that begins with a change and asks for nothing is told after a second")
    func quietAuthor() {
        let heard = Self.author { server, _ in server.wait(.seconds(1)) }
        #expect(heard.accepted.map(\.changeVersion) == [Self.cursor(4), Self.cursor(5)])
    }

    @Test("S27: A newcomer that begins with a change and must start over hears of it, too")
    func lostAuthor() {
        let heard = Self.author { server, client in
            server.send("0:cv:nowhere", from: client)
            server.send("0:i::::", from: client)
        }
        #expect(heard.first == "0:cv:?")
        #expect(heard.accepted.map(\.changeVersion) == [Self.cursor(4), Self.cursor(5)])
        #expect(heard.pages.first?.current == Self.cursor(5))
    }

    @Test("S27: A newcomer's change that is refused is so at once")
    func refusedAuthor() {
        var (server, _) = Self.server(3)
        let client = server.connect()
        server.enter(on: client)
        _ = server.heard(by: client)
        #expect(server.change(.remove("none", id: "1"), by: client) == ["404"])
    }

    @Test("Who asks again for what it has heard is told again")
    func again() {
        var (server, client) = Self.server(3)
        #expect(server.say("0:cv:\(Self.cursor(1))", by: client).accepted.count == 2)
        #expect(server.say("0:cv:\(Self.cursor(1))", by: client).accepted.count == 2)
    }
}
