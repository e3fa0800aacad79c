import SimperiumClock
import SimperiumJSON
import SimperiumWire
import SyncHub
import Testing

@Suite("The hub and its store")
struct HubStoreTests {
    @Test("A change to an object in memory needs no query; other objects are read from the store")
    func hotPath() {
        var server = TestHub()
        let client = server.join()
        _ = server.change(.modify("k", "{}", id: "0"), by: client)
        server.isStoreSlow = true
        for number in 1...50 {
            let change = Written.modify(
                "k", sv: number, whole: #"{"n":\#(number)}"#, id: "\(number)")
            #expect(server.change(change, by: client).count == 1)
        }
        #expect(server.openQuestions.isEmpty)

        var limits = HubLimits()
        limits.memory.objects = 4
        server = TestHub(limits: limits)
        let other = server.join()
        for round in 0..<3 {
            for key in 0..<10 {
                let change = Written.modify(
                    "\(key)", sv: round, whole: #"{"n":\#(round)}"#, id: "\(round)")
                #expect(server.change(change, by: other).first?.contains("→\(round + 1)") == true)
            }
        }
        #expect(server.say("0:i:1:::", by: other).pages.first?.entries.count == 10)
    }

    @Test("However slow the store is, a bucket keeps its order, and other buckets don't wait")
    func waits() {
        var server = TestHub()
        let client = server.join()
        let other = server.join("notes")
        _ = server.change(.modify("a", "{}", id: "1"), by: other)
        server.isStoreSlow = true
        server.send(Written.modify("k", "{}", id: "1").frame(), from: client)
        server.send("0:e:k.1", from: client)
        server.send("0:cv:", from: client)
        server.expect([], heardBy: client)
        #expect(server.openQuestions.count == 1)
        #expect(
            server.change(.modify("a", sv: 1, whole: #"{"n":1}"#, id: "2"), by: other).count == 1)
        server.answerQuestions()
        let heard = server.heard(by: client)
        #expect(heard.map { $0.prefix(4) } == ["0:c:", "0:e:", "0:c:"])

        var quick = TestHub()
        var slow = TestHub()
        slow.isStoreSlow = true
        let scripts: [String] = [
            "0:cv:", Written.modify("a", whole: #"{"t":"abc"}"#, id: "1").frame(),
            Written.modify("a", sv: 1, whole: #"{"t":"abcd"}"#, id: "2").frame(),
            Written.modify("a", sv: 1, whole: #"{"t":"Xabc"}"#, id: "3").frame(),
            Written.remove("b", id: "4").frame(), "0:i:1:::1", "0:e:a.1", "0:e:a.9",
            Written.bucket("EMPTY", id: "5").frame(), "0:i::::", "0:cv:000000010000000000000001",
            Written.modify("a", "{}", id: "1").frame(), "0:nonsense",
        ]
        let (first, second) = (quick.connect(), slow.connect())
        quick.enter(on: first)
        slow.enter(on: second)
        for frame in scripts {
            quick.send(frame, from: first)
            slow.send(frame, from: second)
        }
        quick.finishWork()
        while !slow.openQuestions.isEmpty || slow.hub.nextDeadline == slow.now {
            slow.answerQuestions()
            slow.finishWork()
        }
        #expect(quick.heard(by: first) == slow.heard(by: second))
    }

    @Test("When the store fails, the log's clients are closed, and return to the stored data")
    func failure() {
        var server = TestHub()
        let client = server.join()
        let elsewhere = server.join("notes")
        _ = server.change(.modify("k", whole: #"{"n":1}"#, id: "1"), by: client)
        server.isStoreBroken = true
        server.send(Written.modify("k", sv: 1, whole: #"{"n":2}"#, id: "2").frame(), from: client)
        #expect(server.endings == [client: .trouble, elsewhere: .trouble])
        #expect(Hub.DisconnectReason.trouble.code == 1013)
        #expect(server.notes.contains(.storeFailed(.todo)))
        server.isStoreBroken = false
        let again = server.join()
        server.expect(["0:e:k.1\n{\"data\":{\"n\":1}}"], to: "0:e:k.1", by: again)
        #expect(
            server.change(.modify("k", sv: 1, whole: #"{"n":2}"#, id: "2"), by: again).count == 1)
        server.expect(["0:c:[]"], to: "0:cv:", by: server.join("notes"))

        // Open requests from outside are unavailable.
        server = TestHub()
        let other = server.join()
        let request = CallerRequest.changes(after: .start, waits: true)
        let id = RequestID(rawValue: 99)
        let caller = Caller(identity: .kim, clientID: named("http"))
        server.handle(.requested(id, request, of: .todo, by: caller))
        server.isStoreSlow = true
        server.send("0:e:k.1", from: other)
        #expect(server.request(.entity(named("x"), nil)) == nil)
        server.handle(.failed(BucketID.todo.log))
        #expect(server.answers.count == 2)
        #expect(server.answers.values.allSatisfy { $0 == .unavailable })
        server.answerQuestions()
        #expect(server.endings == [other: .trouble])

        // A store that returns invalid data fails.
        server = TestHub()
        let third = server.join()
        server.isStoreSlow = true
        server.send("0:e:k.1", from: third)
        let entity = StoredEntity(
            key: named("k"), version: .first, isRemoved: false, object: Array("{".utf8),
            changed: .zero)
        server.handle(.read(server.openQuestions[0].0, .entity(entity, changeIDs: [])))
        #expect(server.endings == [third: .trouble])
    }

    @Test("S252: A full log accepts removals, and changes that need room ten seconds later")
    func full() {
        var server = TestHub()
        let client = server.join()
        _ = server.change(.modify("k", whole: #"{"n":1}"#, id: "1"), by: client)
        server.handle(.full(BucketID.todo.log))
        server.handle(.failed(BucketID.todo.log))
        #expect(server.endings == [client: .trouble])
        let again = server.join()
        server.send(Written.modify("k", sv: 1, whole: #"{"n":2}"#, id: "2").frame(), from: again)
        #expect(server.endings[again] == .trouble)
        let third = server.join()
        #expect(server.change(.remove("k", id: "3"), by: third).count == 1)
        #expect(server.endings[third] == nil)
        server.wait(.seconds(10))
        #expect(server.change(.modify("l", whole: #"{"n":2}"#, id: "4"), by: third).count == 1)
    }

    @Test("A bucket that fails repeatedly is opened more and more rarely, and recovers")
    func relapses() {
        var server = TestHub(guarding: ["todo"])
        server.isStoreMad = true
        #expect(server.request(.entity(named("k"), nil)) == .unavailable)
        func failures() -> Int { server.notes.count { $0 == .storeFailed(.todo) } }
        #expect(failures() == 2)
        for (pause, count) in [(1, 3), (1, 3), (1, 4), (3, 4), (1, 5), (600, 17)] {
            server.wait(.seconds(pause))
            #expect(failures() == count)
        }

        let client = server.connect()
        server.enter(on: client)
        server.expect([#"0:auth:{"msg":"The bucket is out of order","code":500}"#], heardBy: client)
        #expect(server.request(.entity(named("k"), nil)) == .unavailable)
        let elsewhere = server.connect()
        server.isStoreMad = false
        server.enter("notes", on: elsewhere)
        #expect(server.heard(by: elsewhere).first == "0:auth:kim@example.org")

        server.wait(.seconds(60))
        #expect(server.observations.suffix(2).first == .foundAll)
        server.expect("→1 {}", of: .modify("k", "{}", id: "1"), by: server.join())
        server.wait(.seconds(600))
        _ = server.join()
        server.handle(.failed(BucketID.todo.log))
        #expect(server.observations.suffix(2).first == .foundAll)
    }

    @Test("Of two hubs on one store, the one that is behind drops its bucket")
    func staleHead() throws {
        var store = MemoryStore()
        let change = StoredChange(
            ordinal: SequenceNumber(epoch: 1, count: 1), key: named("k"), version: .first,
            previous: nil,
            changeID: named("1"), entry: [])
        let entity = StoredEntity(
            key: named("k"), version: .first, isRemoved: false, object: Array("{}".utf8),
            changed: change.ordinal)
        let write = StoreWrite.append(
            change, entity: entity, outdated: [], to: .todo, expected: .zero)
        try store.write(write)
        #expect(throws: MemoryStore.StaleHead(bucket: .todo)) { try store.write(write) }

        // A refused write creates no bucket.
        let other = StoreWrite.append(
            change, entity: entity, outdated: [], to: .todoOfLee, expected: change.ordinal)
        #expect(throws: MemoryStore.StaleHead(bucket: .todoOfLee)) { try store.write(other) }
        let user = BucketID.todoOfLee.user
        #expect(store.answer(.buckets(of: user, in: .demo)) == .buckets([]))
    }

    @Test("S70: After a restart versions, change versions and remembered ids are the same")
    func restart() {
        var server = TestHub()
        let client = server.join()
        _ = server.change(.modify("k", whole: #"{"n":1}"#, id: "1"), by: client)
        let change = Written.modify("k", sv: 1, whole: #"{"n":2}"#, id: "2")
        _ = server.change(change, by: client)
        server.restart()
        let again = server.join()
        #expect(server.say("0:cv:\(ChangeVersion.first(1))", by: again).accepted.count == 1)
        server.expect("409", of: change, by: again)
        #expect(
            server.change(.modify("k", sv: 2, whole: #"{"n":3}"#, id: "3"), by: again).count == 1)
        let heard = server.say("0:cv:\(ChangeVersion.first(2))", by: again)
        #expect(heard.accepted.map(\.changeVersion) == [ChangeVersion(epoch: 2, number: 1)])

        // 200 changes to an object are remembered.
        var limits = HubLimits()
        limits.pace.commandsAtOnce = 10_000
        server = TestHub(limits: limits)
        var writer = server.join()
        for number in 1...250 {
            let change = Written.modify(
                "k", sv: number - 1, whole: #"{"n":\#(number)}"#, id: "\(number)")
            _ = server.change(change, by: writer)
        }
        for _ in 1...2 {
            server.expect("409", of: .modify("k", sv: 250, "{}", id: "51"), by: writer)
            server.expect("412", of: .modify("k", sv: 250, "{}", id: "50"), by: writer)
            server.restart()
            writer = server.join()
        }
    }

    @Test("S208: A change that may have been applied before, and isn't remembered, is not applied")
    func fromLongAgo() {
        var server = TestHub { $0.pace.commandsAtOnce = 10_000 }
        let client = server.join()
        let text = { (sv: Int, letter: String) in
            Written.modify(
                "k", sv: sv, #"{"t":{"o":"d","v":"+\#(letter)\t=\#(sv)"}}"#, id: letter + "\(sv)")
        }
        _ = server.change(.modify("k", whole: #"{"t":"a"}"#, id: "0"), by: client)
        for version in 1...250 { _ = server.change(text(version, "a"), by: client) }
        for (again, answer) in [(200, "409"), (61, "409"), (52, "409"), (41, "405"), (1, "405")] {
            #expect(server.change(text(again, "a"), by: client) == [answer], "\(again)")
        }
        #expect(server.change(text(51, "b"), by: client).count == 1, "it can be told to be new")
        server.expect("405", of: text(41, "b"), by: client)
        let whole = Written.modify("k", sv: 41, whole: #"{"t":"b"}"#, id: "whole")
        #expect(server.change(whole, by: client).first?.hasPrefix("252→253") == true)
    }
}
