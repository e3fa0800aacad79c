import SimperiumJSON
import SimperiumWire
import SyncHub
import Testing

@Suite("A guard")
struct GuardTests {
    /// A watched bucket with presence and one object of its own making.
    private static func server() -> (TestServer, ConnectionID) {
        var server = TestServer()
        server.setOptions(["presence": "client"])
        let change = Change(.replace(with: ["n": 1]), key: named("old"), id: named("1"))
        _ = server.request(.change(change))
        server.handle(.watch(.todo))
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
                    Proposal(
                        bucket: .todo, key: named(key), operation: operation, author: author,
                        owned: owned.map { named($0) })
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

    @Test("While it thinks, the bucket waits, and another goes on")
    func thinks() {
        var (server, client) = Self.server()
        server.isGuardSlow = true
        server.send(Written.modify("a", "{}", id: "1").frame(), from: client)
        server.send("0:e:old.1", from: client)
        #expect(server.heard(by: client) == [])
        let other = server.join("notes")
        #expect(server.change(.modify("a", "{}", id: "1"), by: other) == ["→1 {}"])
        server.answerProposals()
        let heard = server.heard(by: client)
        #expect(heard.count == 2)
        #expect(heard.outcomes == ["→1 {}"])
    }
}
