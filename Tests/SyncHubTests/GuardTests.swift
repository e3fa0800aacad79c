import SimperiumJSON
import SimperiumWire
import SyncHub
import Testing

@Suite("A guard")
struct GuardTests {
    /// A guarded bucket with presence and one object that was there before the log was opened.
    private static func server() -> (TestServer, ConnectionID) {
        var before = TestServer()
        before.setOptions(["presence": "client"])
        let change = Change(.replace(with: ["n": 1]), key: named("old"), id: named("1"))
        _ = before.request(.change(change))
        var server = TestServer(store: before.store, guarding: ["todo"])
        let client = server.join(client: "me")
        return (server, client)
    }

    @Test("It is shown what there is, and then everything that happens")
    func observes() {
        var (server, client) = Self.server()
        _ = server.change(.modify("a", whole: #"{"n":2}"#, id: "1"), by: client)
        _ = server.change(.modify("a", sv: 1, whole: #"{"n":3}"#, id: "2"), by: client)
        _ = server.change(.remove("old", id: "3"), by: client)
        server.close(client)
        server.settle()
        let me: ClientID = named("me")
        #expect(
            server.observations == [
                .found(named("old"), ["n": 1], of: nil), .foundAll,
                .inserted(named("a"), ["n": 2], by: me),
                .modified(named("a"), ["n": 3], by: me), .removed(named("old"), by: me),
                .removed(named("a"), by: me),
            ])
    }

    @Test("It is asked about each change of a client, with all that it needs to know")
    func asks() {
        var (server, client) = Self.server()
        _ = server.change(.modify("a", whole: #"{"n":2}"#, id: "1"), by: client)
        _ = server.change(.modify("old", sv: 1, #"{"n":{"o":"r","v":7}}"#, id: "2"), by: client)
        _ = server.change(.remove("a", id: "3"), by: client)
        _ = server.change(.bucket("EMPTY", id: "4"), by: client)
        let author = Proposal.Author(
            identity: .kim, clientID: named("me"), connection: client)
        let expected: [(Proposal.Operation, String, [String])] = [
            (.insert(["n": 2]), "a", []),
            (.modify(from: ["n": 1], to: ["n": 7]), "old", ["a"]),
            (.remove(["n": 2]), "a", ["a"]), (.removeAll, "todo", []),
        ]
        #expect(
            server.proposals
                == expected.map { operation, key, owned in
                    var belongings = Belongings()
                    for key in owned { belongings.add(named(key), in: named("todo")) }
                    return Proposal(
                        bucket: .todo, key: named(key), operation: operation, author: author,
                        belongings: belongings)
                })
    }

    @Test(
        "What it does not allow is refused with its reason, and has not happened",
        arguments: [
            (Verdict.notYours(reason: "hers"), 401, "hers"),
            (.notLegal(reason: "taken"), 400, "taken"),
        ])
    func refuses(verdict: Verdict, code: Int, reason: String) {
        var (server, client) = Self.server()
        server.verdicts[named("old")] = verdict
        let change = Written.modify("old", sv: 1, #"{"n":{"o":"r","v":7}}"#, id: "2")
        #expect(server.change(change, by: client) == ["\(code)"])
        #expect(server.notes.last == .refused(.todo, ChangeError(code: code), reason: reason))
        #expect(server.observations.count == 2)
        server.verdicts = [:]
        #expect(server.change(change, by: client) == [#"1→2 {"n":{"o":"r","v":7}}"#])
    }

    @Test("It is not asked about what would be refused anyway, nor about what the hub does itself")
    func asksNot() {
        var (server, client) = Self.server()
        _ = server.change(.modify("old", sv: 9, "{}", id: "1"), by: client)
        _ = server.change(.modify("old", sv: 1, "{}", id: "2"), by: client)
        _ = server.change(.modify("a", "{}", id: "3"), by: client)
        server.close(client)
        server.settle()
        #expect(server.proposals.map(\.key) == [named("a")])
    }

    @Test("A change waits until it has seen all of its buckets")
    func waits() {
        var server = TestServer(guarding: ["todo", "notes"])
        server.isStoreSlow = true
        let client = server.connect()
        server.enter(on: client)
        server.send(Written.modify("a", "{}", id: "1").frame(), from: client)
        for _ in 0..<5 {
            for (question, query) in server.openQuestions where query.subject?.name.text != "notes"
            {
                server.handle(.read(question, server.store.answer(query)))
            }
        }
        server.settle()
        #expect(server.observations == [.foundAll])
        #expect(server.proposals == [])
        #expect(server.heard(by: client).outcomes == [])

        server.isStoreSlow = false
        server.answerQuestions()
        server.settle()
        #expect(server.observations.prefix(2) == [.foundAll, .foundAll])
        #expect(server.proposals.map(\.key) == [named("a")])
        server.wait(.seconds(1))
        #expect(server.heard(by: client).outcomes == ["→1 {}"])
    }

    @Test("It is told what is the author's in other buckets of the log, on this connection alone")
    func seesBelongings() {
        var server = TestServer(guarding: ["todo", "notes"])
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
        let belongings = server.proposals.map(\.belongings)
        #expect(belongings.map { $0.first(in: notes) } == [nil, named("mine"), nil])
        #expect(belongings.map { $0.count(in: named("todo")) } == [0, 0, 0])
        #expect(belongings[1].contains(named("mine"), in: notes))
    }

    @Test("It is opened with the log, and dropped with it")
    func opens() {
        var (server, client) = Self.server()
        let log = BucketID.todo.log
        #expect(server.hub.guard(of: log) != nil)
        server.close(client)
        server.wait(.seconds(60))
        #expect(server.hub.guard(of: log) == nil)
        _ = server.join()
        #expect(server.observations.last == .foundAll)
        #expect(server.observations.count == 4)
    }
}
