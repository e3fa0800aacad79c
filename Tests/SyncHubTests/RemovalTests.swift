import SimperiumJSON
import SimperiumWire
import SyncHub
import Testing

@Suite("Removals")
struct RemovalTests {
    @Test(
        "S44: A removed object is gone; its earlier versions can be read, and it can be made again")
    func removal() {
        var server = TestHub()
        let client = server.join(client: "me")
        _ = server.change(.modify("k", whole: #"{"n":1}"#, id: "1"), by: client)
        server.expect(
            [
                #"0:c:[{"clientid":"me","id":"k","o":"-","ev":2,"#
                    + #""cv":"000000010000000000000002","ccids":["2"]}]"#
            ], to: Written.remove("k", id: "2").frame(), by: client)
        #expect(server.say("0:i:1:::", by: client).pages.first?.entries == [])
        server.expect(["0:e:k.2\n?"], to: "0:e:k.2", by: client)
        server.expect(["0:e:k.1\n{\"data\":{\"n\":1}}"], to: "0:e:k.1", by: client)

        // All clients see a creation.
        server.expect(
            #"→3 {"m":{"o":"+","v":2}}"#, of: .modify("k", #"{"m":{"o":"+","v":2}}"#, id: "3"),
            by: client)
        server.expect(["0:e:k.3\n{\"data\":{\"m\":2}}"], to: "0:e:k.3", by: client)
        server.expect("405", of: .modify("k", sv: 2, "{}", id: "4"), by: client)
    }

    @Test("S45: node gets 412 for the removal of no object, because it can't handle 404")
    func absent() {
        var server = TestHub()
        let client = server.join()
        let node = server.join(client: "node-1", more: #","library":"node-simperium""#)
        server.expect("412", of: .remove("k", id: "2"), by: node)
        _ = server.change(.modify("k", "{}", id: "3"), by: client)
        _ = server.change(.remove("k", id: "4"), by: client)
        _ = server.heard(by: node)
        server.expect("412", of: .remove("k", id: "6"), by: node)
    }

    @Test("S49: EMPTY removes each object for all, and its author is sent the end")
    func empty() throws {
        var server = TestHub()
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
        server.finishWork()
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

        server.expect(["0:c:[]"], to: "0:cv:\(last.changeVersion)", by: other)
        server.expect(["0:cv:?"], to: "0:cv:\(cursor)", by: other)
        server.expect("409", of: .bucket("EMPTY", id: "e"), by: client)
    }

    @Test("S36, S49: After an EMPTY no change is applied again, and versions continue")
    func againAfterEmpty() {
        var server = TestHub()
        let client = server.join()
        func empty(_ id: String) -> [String] {
            server.send(Written.bucket("EMPTY", id: id).frame(), from: client)
            server.finishWork()
            return server.heard(by: client).outcomes
        }
        _ = server.change(.modify("a", "{}", id: "1"), by: client)
        #expect(empty("e1") == ["-2", "emptied"])
        server.expect("409", of: .modify("a", "{}", id: "1"), by: client)
        server.expect("→1 {}", of: .modify("b", "{}", id: "1"), by: client)
        #expect(empty("e2") == ["-2", "emptied"])
        for id in ["e1", "e2"] { #expect(empty(id) == ["409"]) }
        server.restart()
        let other = server.join()
        for key in ["a", "b"] {
            server.expect("409", of: .modify(key, "{}", id: "1"), by: other)
        }
        server.expect("409", of: .bucket("EMPTY", id: "e1"), by: other)

        // Earlier versions can no longer be read.
        server = TestHub()
        let reader = server.join()
        _ = server.change(.modify("a", "{}", id: "1"), by: reader)
        server.send(Written.bucket("EMPTY", id: "e").frame(), from: reader)
        server.finishWork()
        _ = server.heard(by: reader)
        server.expect(["0:e:a.1\n?"], to: "0:e:a.1", by: reader)
        server.expect("→3 {}", of: .modify("a", "{}", id: "2"), by: reader)
        for version in [1, 2] {
            server.expect(["0:e:a.\(version)\n?"], to: "0:e:a.\(version)", by: reader)
        }
        server.expect(["0:e:a.3\n{\"data\":{}}"], to: "0:e:a.3", by: reader)
    }

    @Test("S49: DROP is for administrators, and new channels start over")
    func drop() {
        var server = TestHub()
        let client = server.join()
        server.expect("401", of: .bucket("DROP", id: "1"), by: client)
        let root = server.join(token: .root)
        _ = server.change(.modify("a", "{}", id: "2"), by: root)
        server.send(Written.bucket("DROP", id: "3").frame(), from: root)
        server.finishWork()
        #expect(server.heard(by: root).outcomes == ["-2", "DROP"])
        server.expect(["0:c:[]"], to: "0:cv:", by: root)
        server.expect("→1 {}", of: .modify("a", "{}", id: "2"), by: root)

        // A new channel that has sent no request yet.
        server = TestHub()
        let second = server.join(token: .root)
        _ = server.change(.modify("a", "{}", id: "1"), by: second)
        let newcomer = server.connect()
        server.enter(token: .root, client: "c-2", on: newcomer)
        _ = server.heard(by: newcomer)
        server.send(Written.bucket("DROP", id: "2").frame(), from: second)
        server.wait(.seconds(1))
        server.expect(["0:cv:?"], heardBy: newcomer)
    }

    @Test("A long removal is done in slices, and work that comes meanwhile waits for its end")
    func slices() {
        var server = TestHub { $0.pace.commandsAtOnce = 10_000 }
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
        server.finishWork()
        let rest = server.heard(by: client)
        #expect(rest.count == 12)
        #expect(rest.outcomes.suffix(2) == ["emptied", "→1 {}"])
        #expect(first.accepted.count + rest.accepted.count == 1_052)
    }
}
