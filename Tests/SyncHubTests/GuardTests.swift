import SimperiumClock
import SimperiumJSON
import SimperiumWire
import SyncHub
import Testing

@Suite("Guards")
struct GuardTests {
    /// Returns a guarded bucket with presence, and one object from before the log was opened.
    private static func server() -> (TestHub, ConnectionID) {
        var before = TestHub()
        before.setOptions(["presence": "client"])
        let change = Change(.replace(with: ["n": 1]), key: named("old"), id: named("1"))
        _ = before.request(.change(change))
        var server = TestHub(store: before.store, guarding: ["todo"])
        let client = server.join(client: "me")
        return (server, client)
    }

    @Test("A guard is shown all objects, and then every event")
    func observes() {
        var (server, client) = Self.server()
        _ = server.change(.modify("a", whole: #"{"n":2}"#, id: "1"), by: client)
        _ = server.change(.modify("a", sv: 1, whole: #"{"n":3}"#, id: "2"), by: client)
        _ = server.change(.remove("old", id: "3"), by: client)
        server.close(client)
        server.finishWork()
        let me: ClientID = named("me")
        #expect(
            server.observations == [
                .found(named("old"), ["n": 1], of: nil, at: .zero), .foundAll,
                .opened(at: .zero), .inserted(named("a"), ["n": 2], by: me, at: .zero),
                .modified(named("a"), ["n": 3], by: me, at: .zero),
                .removed(named("old"), by: me, at: .zero),
                .removed(named("a"), by: me, at: .zero),
            ])
    }

    @Test("S179: A change that the guard modifies has a second ccid, as if it had been merged")
    func amends() {
        var (server, client) = Self.server()
        server.verdicts[named("a")] = .allowedBecoming(["n": 2, "at": 7])
        server.send(
            Written.modify("a", whole: #"{"n":2}"#, id: "1").frame(), from: client)
        let told = server.heard(by: client).accepted
        #expect(told.count == 1 && told[0].changeIDs.first?.text == "1")
        #expect(told[0].changeIDs.count == 2)
        #expect(server.object("a")?.object == ["n": 2, "at": 7])
        server.verdicts[named("a")] = .allowed
        server.send(
            Written.modify("a", sv: 1, whole: #"{"n":3,"at":7}"#, id: "2").frame(),
            from: client)
        #expect(server.heard(by: client).accepted.map(\.changeIDs) == [[named("2")]])
    }

    @Test("P58 A client that asks for ages receives them after each answer, once the log is seen")
    func ages() {
        var (server, _) = Self.server()
        server.wait(.seconds(3))
        server.starts = [(named("a"), ServerTime(milliseconds: 500)), (named("old"), .zero)]
        let client = server.connect()
        server.enter(more: #","extensions":["ages"]"#, on: client)
        #expect(server.say("0:cv:", by: client).last == #"0:o:{"age":{"a":2500,"old":3000}}"#)
        let index = server.say("0:i::::1", by: client)
        #expect(index.last == #"0:o:{"age":{"a":2500,"old":3000}}"#)
        #expect(server.say("0:e:old.1", by: client).last == #"0:o:{"age":{"old":3000}}"#)
        _ = server.change(.modify("b", whole: #"{"n":2}"#, id: "1"), by: client)
        let first = server.say("0:i::::1", by: client)
        #expect(first.count == 1 && first[0].contains("mark"), "there are more pages")
        let plain = server.connect()
        server.enter(on: plain)
        #expect(!server.say("0:cv:", by: plain).contains { $0.contains("age") })
        var unguarded = TestHub(store: server.store)
        let other = unguarded.connect()
        unguarded.enter(more: #","extensions":["ages"]"#, on: other)
        #expect(!unguarded.say("0:cv:", by: other).contains { $0.contains("age") })

        let (before, _) = Self.server()
        server = TestHub(store: before.store, guarding: ["todo"])
        server.isStoreSlow = true
        server.starts = [(named("old"), .zero)]
        let early = server.connect()
        server.enter(more: #","extensions":["ages"],"cmd":"cv:""#, on: early)
        let heard = server.heard(by: early)
        #expect(!heard.contains { $0.contains("age") })
    }

    @Test("A guard is asked about each change of a client, with everything that it needs")
    func asks() {
        var (server, client) = Self.server()
        _ = server.change(.modify("a", whole: #"{"n":2}"#, id: "1"), by: client)
        _ = server.change(.modify("old", sv: 1, #"{"n":{"o":"r","v":7}}"#, id: "2"), by: client)
        _ = server.change(.remove("a", id: "3"), by: client)
        _ = server.change(.bucket("EMPTY", id: "4"), by: client)
        let author = ProposedChange.Author(
            identity: .kim, clientID: named("me"), connection: client)
        let expected: [(ProposedChange.WholeObjectOperation, String, [String])] = [
            (.insert(["n": 2]), "a", []),
            (.modify(from: ["n": 1], to: ["n": 7]), "old", ["a"]),
            (.remove(["n": 2]), "a", ["a"]), (.removeAll, "todo", []),
        ]
        #expect(
            server.proposals
                == expected.map { operation, key, owned in
                    var ownedObjects = ConnectionPresenceObjects()
                    for key in owned { ownedObjects.add(named(key), in: named("todo")) }
                    return ProposedChange(
                        bucket: .todo, key: named(key), operation: operation, author: author,
                        ownedObjects: ownedObjects, stamp: .zero)
                })

        // It is not asked about a change that is refused anyway, nor about the hub's own.
        (server, client) = Self.server()
        _ = server.change(.modify("old", sv: 9, "{}", id: "1"), by: client)
        _ = server.change(.modify("old", sv: 1, "{}", id: "2"), by: client)
        _ = server.change(.modify("a", "{}", id: "3"), by: client)
        server.close(client)
        server.finishWork()
        #expect(server.proposals.map(\.key) == [named("a")])
    }

    @Test(
        "A change that the guard rejects is refused with the reason, and has no effect",
        arguments: [
            (ValidationResult.notYours(reason: "hers"), 401, "hers"),
            (.notLegal(reason: "taken"), 400, "taken"),
        ])
    func refuses(verdict: ValidationResult, code: Int, reason: String) {
        var (server, client) = Self.server()
        server.verdicts[named("old")] = verdict
        let change = Written.modify("old", sv: 1, #"{"n":{"o":"r","v":7}}"#, id: "2")
        server.expect("\(code)", of: change, by: client)
        #expect(
            server.notes.last == .refused(.todo, ChangeRefusalReason(code: code), reason: reason))
        #expect(server.observations.count == 3)
        server.verdicts = [:]
        server.expect(#"1→2 {"n":{"o":"r","v":7}}"#, of: change, by: client)
    }

    @Test("A change waits until the guard has seen all of its buckets")
    func waits() {
        var server = TestHub(guarding: ["todo", "notes"])
        server.isStoreSlow = true
        let client = server.connect()
        server.enter(on: client)
        server.send(Written.modify("a", "{}", id: "1").frame(), from: client)
        for _ in 0..<5 {
            for (question, query) in server.openQuestions
            where query.queriedBucket?.name.text != "notes" {
                server.handle(.read(question, server.store.answer(query)))
            }
        }
        server.finishWork()
        #expect(server.observations == [.foundAll])
        #expect(server.proposals == [])
        #expect(server.heard(by: client).outcomes == [])

        server.isStoreSlow = false
        server.answerQuestions()
        server.finishWork()
        #expect(server.observations.prefix(2) == [.foundAll, .foundAll])
        #expect(server.proposals.map(\.key) == [named("a")])
        server.wait(.seconds(1))
        #expect(server.heard(by: client).outcomes == ["→1 {}"])
    }

    @Test("A guard is given the author's objects in other buckets, on this connection alone")
    func seesBelongings() {
        var server = TestHub(guarding: ["todo", "notes"])
        for bucket in ["todo", "notes"] {
            server.setOptions(["presence": "client"], of: bucket)
        }
        let client = server.join("notes", channel: 1)
        server.send(Written.modify("mine", "{}", id: "1").frame(1), from: client)
        server.enter(on: client)
        let other = server.join(client: "c-2")
        for (author, id) in [(client, "2"), (other, "3")] {
            server.send(Written.modify(id, "{}", id: id).frame(), from: author)
        }
        let notes: BucketName = named("notes")
        let ownedObjects = server.proposals.map(\.ownedObjects)
        #expect(ownedObjects.map { $0.first(in: notes) } == [nil, named("mine"), nil])
        #expect(ownedObjects.map { $0.count(in: named("todo")) } == [0, 0, 0])
        #expect(ownedObjects[1].contains(named("mine"), in: notes))
    }

    @Test("A guard is created when its log is opened, and dropped with it")
    func opens() {
        var (server, client) = Self.server()
        let log = BucketID.todo.log
        #expect(server.hub.changeValidator(of: log) != nil)
        server.close(client)
        server.wait(.seconds(60))
        #expect(server.hub.changeValidator(of: log) == nil)
        _ = server.join()
        #expect(server.observations.last == .opened(at: ServerTime(milliseconds: 60_000)))
        #expect(server.observations.count == 6)
    }

    @Test("Server times follow the wall clock, and don't go back with it, nor across a restart")
    func stamps() {
        var server = TestHub(guarding: ["todo"])
        server.setOptions(["presence": "client", "presenceGrace": 10])
        server.handle(.clock(ServerTime(milliseconds: 50_000)))
        let client = server.join()
        let insert = { (key: String) in Written.modify(key, "{}", id: "1") }
        _ = server.change(insert("a"), by: client)
        server.wait(.seconds(2))
        server.handle(.clock(ServerTime(milliseconds: 7)))
        server.wait(.seconds(1))
        _ = server.change(insert("b"), by: client)
        server.restart()
        server.handle(.clock(ServerTime(milliseconds: 7)))
        server.wait(.seconds(1))
        _ = server.change(insert("c"), by: server.join())
        server.handle(.clock(ServerTime(milliseconds: 90_000)))
        _ = server.change(insert("d"), by: server.join())
        let stamps = server.proposals.map(\.stamp.milliseconds)
        #expect(stamps == [50_000, 53_000, 54_000, 90_000])
        #expect(server.observations.suffix(9).compactMap(\.found) == [50_000, 53_000])
    }

    @Test("A guard observes absences and returns, also of owners that were away when it began")
    func absences() {
        var server = TestHub(guarding: ["todo"])
        server.setOptions(["presence": "client", "presenceGrace": 10])
        let other = server.join(client: "other")
        let client = server.connect()
        server.enter(client: "me", more: #","extensions":["resume"]"#, on: client)
        let secret = server.say("0:cv:", by: client).secret ?? ""
        _ = server.change(.modify("a", "{}", id: "1"), by: client)
        server.wait(.seconds(2))
        server.close(client)
        server.wait(.seconds(1))
        _ = server.join(client: "me", more: #","extensions":["resume"],"resume":"\#(secret)""#)
        #expect(
            server.observations.suffix(2) == [
                .away([named("a")], since: ServerTime(milliseconds: 2_000)),
                .back([named("a")], at: ServerTime(milliseconds: 3_000)),
            ])
        _ = other
        server.restart()
        server.finishWork()
        #expect(
            server.observations.suffix(4) == [
                .found(named("a"), [:], of: named("me"), at: .zero),
                .away([named("a")], since: ServerTime(milliseconds: 3_000)), .foundAll,
                .opened(at: ServerTime(milliseconds: 3_000)),
            ])
    }
}

extension GuardedBucketEvent {
    /// The time of the object's last change.
    fileprivate var found: Int64? {
        if case .found(_, _, _, let stamp) = self { stamp.milliseconds } else { nil }
    }
}

extension ServerTime {
    fileprivate static let zero = ServerTime(milliseconds: 0)
}
