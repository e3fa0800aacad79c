import SimperiumClock
import SimperiumJSON
import SimperiumWire
import SyncHub
import Testing

@Suite("Fan-out")
struct FanOutTests {
    @Test(
        "S29, S46: All channels of the bucket receive a change; only its author receives a refusal")
    func audience() {
        var server = TestHub()
        let author = server.join("todo")
        let other = server.join("todo", client: "c-2")
        let elsewhere = server.join("notes")
        let lee = server.join("todo", token: .lee)
        let heard = server.say(Written.modify("a", "{}", id: "1").frame(), by: author)
        #expect(heard.outcomes == ["→1 {}"])
        #expect(server.heard(by: other) == heard)
        server.expect([], heardBy: elsewhere)
        server.expect([], heardBy: lee)

        _ = server.heard(by: other)
        server.expect("404", of: .modify("x", sv: 3, "{}", id: "2"), by: author)
        server.expect([], heardBy: other)

        // A connection may have the bucket on two channels.
        server = TestHub()
        let both = server.join(channel: 0)
        server.enter(channel: 1, on: both)
        _ = server.say("1:cv:", by: both)
        let twice = server.say(Written.modify("a", "{}", id: "1").frame(1), by: both)
        #expect(twice.map { $0.prefix(4) } == ["0:c:", "1:c:"])
    }

    @Test("A change is encoded once for each channel number, however many clients listen")
    func encodedOnce() {
        var server = TestHub()
        let author = server.join()
        let many = (0..<50).map { server.join(client: "c-\($0)") }
        let others = (0..<50).map { server.join(client: "d-\($0)", channel: 7) }
        let (encoded, delivered) = (server.encoded, server.delivered)
        _ = server.change(.modify("a", "{}", id: "1"), by: author)
        #expect(server.encoded - encoded == 2)
        #expect(server.delivered - delivered == 101)
        #expect(many.allSatisfy { server.heard(by: $0).last?.hasPrefix("0:c:[{") == true })
        #expect(others.allSatisfy { server.heard(by: $0).last?.hasPrefix("7:c:[{") == true })
    }

    @Test("Clients leave in any order, and the others receive all changes, also the last ones")
    func comingAndGoing() {
        var random = SeededRandom(seed: 7)
        var server = TestHub()
        let author = server.join()
        var others: [ConnectionID] = []
        for number in 1...200 {
            let channel = [0, 3, 7, 65_535][random.numberBelow(4)]
            others.append(server.join(client: "c-\(number)", channel: channel))
            if random.chance(1, in: 2) {
                server.close(others.remove(at: random.numberBelow(others.count)))
            }
            let delivered = server.delivered
            _ = server.change(.modify("\(number)", "{}", id: "1"), by: author)
            #expect(server.delivered - delivered == others.count + 1)
        }

        server = TestHub()
        let leaver = server.join()
        let other = server.join()
        server.isStoreSlow = true
        server.send(Written.modify("a", "{}", id: "1").frame(), from: leaver)
        server.send(Written.modify("b", "{}", id: "1").frame(), from: leaver)
        server.close(leaver, .goodbye)
        server.isStoreSlow = false
        server.answerQuestions()
        #expect(server.heard(by: other).accepted.map(\.key) == [named("a"), named("b")])
    }

    @Test(
        "S53: A change from outside reaches channels, and a channel's change callers from outside")
    func outside() {
        var server = TestHub()
        let client = server.join()
        let change = Change(.replace(with: ["n": 1]), key: named("a"), id: named("1"))
        let outcome = server.request(.change(change))
        let heard = server.heard(by: client)
        #expect(heard.outcomes == [#"→1 {"n":{"o":"+","v":1}}"#])
        #expect(heard.accepted.first?.clientID == named("http"))
        guard case .accepted(let version, let object, let entry) = outcome else {
            Issue.record("\(String(describing: outcome))")
            return
        }
        #expect(version == .first)
        #expect(object.map(text) == #"{"n":1}"#)
        #expect(heard == ["0:c:[\(text(entry))]"])

        _ = server.change(.modify("a", sv: 1, whole: #"{"n":2}"#, id: "2"), by: client)
        let found = VersionedObjectJSON(version: .first.next, object: Array(#"{"n":2}"#.utf8))
        #expect(server.request(.entity(named("a"), nil)) == .entity(found))
    }
}
