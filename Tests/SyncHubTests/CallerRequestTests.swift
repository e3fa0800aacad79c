import SimperiumClock
import SimperiumJSON
import SimperiumWire
import SyncHub
import Testing

@Suite("Requests from outside")
struct CallerRequestTests {
    private static func change(_ key: String, sv: Int? = nil, _ id: String) -> CallerRequest {
        .change(
            Change(
                .replace(with: ["id": JSON(id)]), key: named(key), version: sv.map(version),
                id: named(id)))
    }

    @Test("S68: A request is refused with the errors of a channel; options are for administrators")
    func refusals() {
        var server = TestHub()
        _ = server.request(Self.change("a", "1"))
        #expect(server.request(Self.change("a", "1")) == .refused(.alreadyApplied))
        let remove = Change(.remove, key: named("b"), id: named("2"))
        #expect(server.request(.change(remove)) == .refused(.noSuchObject))
        let drop = Change(.drop, key: named("todo"), id: named("3"))
        #expect(server.request(.change(drop)) == .refused(.forbidden))

        server = TestHub()
        server.setOptions(["capacity": 3])
        let options = BucketID.optionsBucket(of: .demo)
        let request = CallerRequest.entity(named("todo"), nil)
        #expect(server.request(request, of: options) == .refused(.forbidden))
        let found = VersionedObjectJSON(version: .first, object: Array(#"{"capacity":3}"#.utf8))
        #expect(server.request(request, of: options, as: .root) == .entity(found))
    }

    @Test("An object is read at a version or as it is, and the index as JSON")
    func entity() {
        var server = TestHub()
        _ = server.request(Self.change("a", "1"))
        _ = server.request(Self.change("a", sv: 1, "2"))
        let first = VersionedObjectJSON(version: .first, object: Array(#"{"id":"1"}"#.utf8))
        #expect(server.request(.entity(named("a"), .first)) == .entity(first))
        #expect(server.request(.entity(named("a"), version(3))) == .entity(nil))
        #expect(server.request(.entity(named("b"), nil)) == .entity(nil))

        server = TestHub()
        _ = server.request(Self.change("a", "1"))
        let page = #"{"current":"000000010000000000000001","index":[{"id":"a","v":1}]}"#
        #expect(
            server.request(.index(IndexRequest(hasObjects: false))) == .index(Array(page.utf8)))
    }

    @Test("Changes are answered at once, or when there are some, unless the caller has left")
    func changes() throws {
        var server = TestHub()
        _ = server.request(Self.change("a", "1"))
        let cursor = HistoryCursor.after(.first(1))
        #expect(server.request(.changes(after: .unreadable, waits: true)) == .changes(nil))
        #expect(server.request(.changes(after: cursor, waits: false)) == .changes(Array("[]".utf8)))
        #expect(server.request(.changes(after: cursor, waits: true)) == nil)
        let waiting = RequestID(rawValue: 99)
        let caller = Caller(identity: .kim, clientID: named("http"))
        let request = CallerRequest.changes(after: cursor, waits: true)
        server.handle(.requested(waiting, request, of: .todo, by: caller))
        let cancelled = RequestID(rawValue: 100)
        server.handle(.requested(cancelled, request, of: .todo, by: caller))
        server.handle(.cancelled(cancelled, of: .todo))

        let outcome = server.request(Self.change("b", "2"))
        guard case .accepted(_, _, let entry) = outcome else { throw Unexpected(outcome) }
        #expect(server.answers[waiting] == .changes(Array("[\(text(entry))]".utf8)))
        #expect(server.answers[cancelled] == nil)

        // A caller leaves while the store is being read.
        server = TestHub()
        _ = server.request(Self.change("a", "1"))
        server.wait(.seconds(120))
        server.isStoreSlow = true
        #expect(server.request(.changes(after: .after(.first(1)), waits: true)) == nil)
        let left = RequestID(rawValue: 99)
        let other = Caller(identity: .kim, clientID: named("http"))
        let question = CallerRequest.changes(after: .after(.first(1)), waits: true)
        server.handle(.requested(left, question, of: .todo, by: other))
        server.handle(.cancelled(left, of: .todo))
        server.isStoreSlow = false
        server.answerQuestions()
        _ = server.request(Self.change("b", "2"))
        #expect(server.answers[left] == nil)
    }

    @Test("An idle bucket is dropped after a minute, and loaded again when it is needed")
    func idle() {
        var server = TestHub()
        _ = server.request(Self.change("a", "1"))
        server.wait(.seconds(61))
        #expect(server.hub.nextDeadline == nil)
        #expect(server.request(Self.change("a", "1")) == .refused(.alreadyApplied))
    }
}

private struct Unexpected: Error {
    let outcome: CallerRequestOutcome?

    init(_ outcome: CallerRequestOutcome?) {
        self.outcome = outcome
    }
}
