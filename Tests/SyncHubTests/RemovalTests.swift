import SimperiumJSON
import SimperiumWire
import SyncHub
import Testing

@Suite("A removal")
struct RemovalTests {
    @Test("S44: A removed object is gone, and its earlier versions can still be read")
    func removal() {
        var server = TestServer()
        let client = server.join(client: "me")
        _ = server.change(.modify("k", whole: #"{"n":1}"#, id: "1"), by: client)
        #expect(
            server.say(Written.remove("k", id: "2").frame(), by: client) == [
                #"0:c:[{"clientid":"me","id":"k","o":"-","ev":2,"#
                    + #""cv":"000000010000000000000002","ccids":["2"]}]"#
            ])
        #expect(server.say("0:i:1:::", by: client).pages.first?.entries == [])
        #expect(server.say("0:e:k.2", by: client) == ["0:e:k.2\n?"])
        #expect(server.say("0:e:k.1", by: client) == ["0:e:k.1\n{\"data\":{\"n\":1}}"])
    }

    @Test("S44: What comes again goes on with its versions, and is a creation to all")
    func again() {
        var server = TestServer()
        let client = server.join()
        _ = server.change(.modify("k", whole: #"{"n":1}"#, id: "1"), by: client)
        _ = server.change(.remove("k", id: "2"), by: client)
        #expect(
            server.change(.modify("k", #"{"m":{"o":"+","v":2}}"#, id: "3"), by: client)
                == [#"→3 {"m":{"o":"+","v":2}}"#])
        #expect(server.say("0:e:k.3", by: client) == ["0:e:k.3\n{\"data\":{\"m\":2}}"])
        #expect(server.change(.modify("k", sv: 2, "{}", id: "4"), by: client) == ["405"])
    }

    @Test("A removal counts only for the version that it names, if it names one")
    func version() {
        var server = TestServer()
        let client = server.join()
        _ = server.change(.modify("k", whole: "{}", id: "1"), by: client)
        _ = server.change(.modify("k", sv: 1, whole: #"{"n":1}"#, id: "2"), by: client)
        #expect(server.change(.remove("k", sv: 1, id: "3"), by: client) == ["405"])
        #expect(server.change(.remove("k", sv: 3, id: "4"), by: client) == ["405"])
        #expect(server.change(.remove("k", sv: 2, id: "5"), by: client) == ["-3"])
    }

    @Test("S45: Removing what is not there is error 404; for node 412, which can't cope with 404")
    func absent() {
        var server = TestServer()
        let client = server.join()
        let node = server.join(client: "node-1", more: #","library":"node-simperium""#)
        #expect(server.change(.remove("k", id: "1"), by: client) == ["404"])
        #expect(server.change(.remove("k", id: "2"), by: node) == ["412"])
        _ = server.change(.modify("k", "{}", id: "3"), by: client)
        _ = server.change(.remove("k", id: "4"), by: client)
        #expect(server.change(.remove("k", id: "5"), by: client) == ["404"])
        _ = server.heard(by: node)
        #expect(server.change(.remove("k", id: "6"), by: node) == ["412"])
        #expect(server.change(.remove("k", id: "4"), by: client) == ["409"])
    }

    @Test("S49: EMPTY removes each object for all, and its author hears that it is done")
    func empty() throws {
        var server = TestServer()
        let client = server.join(client: "me")
        let other = server.join()
        let lee = server.join(token: .lee)
        for key in ["a", "b", "c"] {
            _ = server.change(.modify(key, "{}", id: key), by: client)
            _ = server.change(.modify(key, "{}", id: key), by: lee)
        }
        _ = server.heard(by: other)
        let cursor = ChangeVersion.first(5)
        server.send(Written.bucket("EMPTY", id: "e").frame(), from: client)
        server.settle()
        let heard = server.heard(by: client)
        #expect(heard.outcomes == ["-2", "-2", "-2", "emptied"])
        #expect(heard.accepted.allSatisfy { $0.changeIDs == [named("e")] })
        let last = try #require(heard.accepted.last)
        #expect(last.key == named("todo"))
        #expect(last.clientID == named("me"))
        let heardByOther = server.heard(by: other)
        #expect(heardByOther.outcomes == ["-2", "-2", "-2"])
        #expect(server.say("0:i::::", by: client).pages.first?.entries == [])
        #expect(server.say("0:i::::", by: lee).pages.first?.entries.count == 3)

        #expect(server.say("0:cv:\(last.changeVersion)", by: other) == ["0:c:[]"])
        #expect(server.say("0:cv:\(cursor)", by: other) == ["0:cv:?"])
        #expect(server.change(.bucket("EMPTY", id: "e"), by: client) == ["409"])
    }

    @Test("S36, S49: What was applied before an EMPTY is not applied again after it")
    func againAfterEmpty() {
        var server = TestServer()
        let client = server.join()
        func empty(_ id: String) -> [String] {
            server.send(Written.bucket("EMPTY", id: id).frame(), from: client)
            server.settle()
            return server.heard(by: client).outcomes
        }
        _ = server.change(.modify("a", "{}", id: "1"), by: client)
        #expect(empty("e1") == ["-2", "emptied"])
        #expect(server.change(.modify("a", "{}", id: "1"), by: client) == ["409"])
        #expect(server.change(.modify("b", "{}", id: "1"), by: client) == ["→1 {}"])
        #expect(empty("e2") == ["-2", "emptied"])
        for id in ["e1", "e2"] { #expect(empty(id) == ["409"]) }
        server.restart()
        let other = server.join()
        for key in ["a", "b"] {
            #expect(server.change(.modify(key, "{}", id: "1"), by: other) == ["409"])
        }
        #expect(server.change(.bucket("EMPTY", id: "e1"), by: other) == ["409"])
    }

    @Test("After an EMPTY versions go on, and nobody can see what was there before")
    func versionsAfterEmpty() {
        var server = TestServer()
        let client = server.join()
        _ = server.change(.modify("a", "{}", id: "1"), by: client)
        server.send(Written.bucket("EMPTY", id: "e").frame(), from: client)
        server.settle()
        _ = server.heard(by: client)
        #expect(server.say("0:e:a.1", by: client) == ["0:e:a.1\n?"])
        #expect(server.change(.modify("a", "{}", id: "2"), by: client) == ["→3 {}"])
        for version in [1, 2] {
            #expect(server.say("0:e:a.\(version)", by: client) == ["0:e:a.\(version)\n?"])
        }
        #expect(server.say("0:e:a.3", by: client) == ["0:e:a.3\n{\"data\":{}}"])
    }

    @Test("EMPTY of an empty bucket is done at once")
    func emptyTwice() {
        var server = TestServer()
        let client = server.join()
        #expect(server.change(.bucket("EMPTY", id: "1"), by: client) == ["emptied"])
        #expect(server.change(.bucket("EMPTY", "other", id: "2"), by: client) == ["400"])
    }

    @Test("S49: DROP is for administrators")
    func drop() {
        var server = TestServer()
        let client = server.join()
        #expect(server.change(.bucket("DROP", id: "1"), by: client) == ["401"])
        let root = server.join(token: .root)
        _ = server.change(.modify("a", "{}", id: "2"), by: root)
        server.send(Written.bucket("DROP", id: "3").frame(), from: root)
        server.settle()
        #expect(server.heard(by: root).outcomes == ["-2", "DROP"])
        #expect(server.say("0:cv:", by: root) == ["0:c:[]"])
        #expect(server.change(.modify("a", "{}", id: "2"), by: root) == ["→1 {}"])
    }

    @Test("A newcomer that has asked for nothing yet hears of a DROP, too")
    func dropBeforeNewcomer() {
        var server = TestServer()
        let root = server.join(token: .root)
        _ = server.change(.modify("a", "{}", id: "1"), by: root)
        let newcomer = server.connect()
        server.enter(token: .root, client: "c-2", on: newcomer)
        _ = server.heard(by: newcomer)
        server.send(Written.bucket("DROP", id: "2").frame(), from: root)
        server.wait(.seconds(1))
        #expect(server.heard(by: newcomer) == ["0:cv:?"])
    }

    @Test("A long removal is done in slices, and what comes meanwhile waits for its end")
    func slices() {
        var limits = HubLimits()
        limits.pace.commandsAtOnce = 10_000
        var server = TestServer(limits: limits)
        let client = server.join()
        for key in 0..<1_050 {
            server.send(Written.modify("\(key)", "{}", id: "1").frame(), from: client)
        }
        _ = server.heard(by: client)
        server.send(Written.bucket("EMPTY", id: "e").frame(), from: client)
        server.send(Written.modify("after", "{}", id: "1").frame(), from: client)
        let first = server.heard(by: client)
        #expect(first.count == 1)
        #expect(first.accepted.count == 100)
        #expect(server.hub.nextDeadline == server.now)
        server.settle()
        let rest = server.heard(by: client)
        #expect(rest.count == 12)
        #expect(rest.outcomes.suffix(2) == ["emptied", "→1 {}"])
        #expect(first.accepted.count + rest.accepted.count == 1_052)
    }
}
