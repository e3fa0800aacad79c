import SimperiumClock
import SimperiumJSON
import SimperiumLoop
import SimperiumNetwork
import SimperiumReplica
import SimperiumStore
import SimperiumSync
import SimperiumWire
import SyncHub
import Testing

@Suite("Replica at work")
struct LiveReplicaTests {
    private let harbour: Harbour
    private let server: HubServer

    init() throws {
        harbour = try Harbour()
        server = try HubServer(on: harbour.connectionSet)
    }

    @Test("A change is stored before it is sent")
    func durableFirst() throws {
        let store = ShelfStore()
        let program = try LiveProgram(at: server, .durable, store: store)
        harbour.sync(program)
        var flights: [ChangeInFlight?] = []
        server.onChange = { flights.append(store.buckets[.todo]?.objects[.milk]?.inFlight) }
        program.todo.edit(.put(.milk, ["title": "Milk"]))
        #expect(store.buckets[.todo]?.objects[.milk] == nil, "not during the turn")
        harbour.sync(program)
        #expect(flights.count == 1)
        #expect(flights.first??.outcome == ["title": "Milk"])
        #expect(store.buckets[.todo]?.objects[.milk]?.ghost?.object == ["title": "Milk"])
    }

    @Test("A change is stored before it is reported, and the program's answer is stored as well")
    func toldAfterStored() throws {
        let store = ShelfStore()
        let program = try LiveProgram(at: server, .durable, store: store)
        let other = try LiveProgram(at: server)
        var stored: [JSONObject?] = []
        program.onEvent = { bucket, event in
            guard case .inserted(let key, _) = event else { return }
            stored.append(store.buckets[.todo]?.objects[key]?.ghost?.object)
            bucket.edit(.update(key, setting: ["seen": true]))
        }
        other.todo.edit(.put(.milk, ["title": "Milk"]))
        harbour.run { other.todo[.milk] == ["title": "Milk", "seen": true] }
        harbour.sync(program, other)
        #expect(stored == [["title": "Milk"]])
    }

    @Test(
        "A store that fails stops everything: an edit that is not stored is not sent",
        arguments: [StorageError.full, .locked, .damaged(reason: "torn page")])
    func storeFails(error: StorageError) throws {
        let store = ShelfStore()
        let program = try LiveProgram(at: server, .durable, store: store)
        harbour.sync(program)
        let kept = store.buckets
        var failures: [StorageError] = []
        program.replica.onFailure = { failures.append($0) }
        store.error = error
        program.todo.edit(.put(.milk, ["title": "Milk"]))
        harbour.run { self.server.peerCount == 0 }
        #expect(failures == [error])
        #expect(program.replica.failure == error)
        #expect(server.applied.isEmpty)
        #expect(store.buckets == kept)
        #expect(program.todo[.milk] == ["title": "Milk"], "the program still sees it")
        program.todo.edit(.delete(.milk))
        program.replica.goOnline()
        #expect(program.todo[.milk] != nil, "and nothing happens any more")
        #expect(throws: error) { try LiveProgram(at: self.server, .durable, store: store) }
        #expect(throws: error) { try program.replica.openBucket(.later, as: .memory) { _, _ in } }
    }

    @Test("Edits that a run did not send are sent by the next one, once")
    func nextRun() throws {
        let store = ShelfStore()
        var program: LiveProgram? = try LiveProgram(
            at: server, .durable, store: store, isOnline: false)
        program?.todo.edit(.put(.milk, ["title": "Milk"]))
        harbour.run { store.buckets[.todo]?.objects[.milk] != nil }
        program = nil
        let next = try LiveProgram(at: server, .durable, store: store)
        #expect(next.todo[.milk] == ["title": "Milk"])
        harbour.sync(next)
        #expect(server.applied.count == 1)
        #expect(server.applied.allSatisfy { $0.value == 1 })
    }

    @Test("Going offline closes with a goodbye; a released replica looks like a broken connection")
    func partings() throws {
        let first = try LiveProgram(at: server)
        var second: LiveProgram? = try LiveProgram(at: server)
        harbour.run { first.replica.status == .synced && second?.replica.status == .synced }
        var hasLeft = false
        var calls = 0
        for _ in 0..<2 { first.replica.goOffline { calls += 1 } }
        first.replica.goOffline { hasLeft = true }
        #expect(first.replica.status == .offline(retryAt: nil, because: nil))
        harbour.run { hasLeft && self.server.peerCount == 1 }
        #expect(calls == 2)
        second = nil
        harbour.run { self.server.peerCount == 0 }
        #expect(server.farewells == [.goodbye, .broken])
        first.replica.goOffline { hasLeft = false }
        #expect(!hasLeft, "at once, if there is no line")
    }

    @Test("C43: After the machine has slept, the connection is tested at once")
    func slept() throws {
        let harbour = self.harbour
        harbour.reply = { _ in "h:1" }
        var hasSlept = false
        let replica = LiveReplica(
            at: [try HubAddress("ws://127.0.0.1:\(harbour.port)", app: .demo)], as: .random(),
            on: harbour.connectionSet,
            hasSlept: {
                defer { hasSlept = false }
                return hasSlept
            })
        _ = try replica.openBucket(.todo, as: .memory) { _, _ in }
        replica.signIn(.kim)
        replica.goOnline()
        harbour.run { harbour.texts.contains { $0.hasPrefix("0:init:") } }
        hasSlept = true
        let start = harbour.loop.now
        harbour.run { harbour.texts.last?.hasPrefix("h:") == true }
        #expect(
            harbour.loop.now - start < HubConnection.heartbeatInterval, "that was a usual heartbeat"
        )
        withExtendedLifetime(replica) {}
    }

    @Test("Without its own list a client trusts the machine's certificates, and not the tests'")
    func usualTrust() throws {
        let stranger = try Harbour(tls: .server("good"))
        let replica = LiveReplica(
            at: [try HubAddress("wss://localhost:\(stranger.port)", app: .demo)], as: .random(),
            on: stranger.connectionSet)
        replica.signIn(.kim)
        replica.goOnline()
        stranger.run { replica.status.reason != nil }
        #expect(replica.status.reason == .certificateRejected(.untrusted))
    }
}

extension ReplicaStatus {
    /// The reason for the present pause before the next dial; nil in another status.
    fileprivate var reason: LinkFailure? {
        guard case .offline(retryAt: .some, let reason) = self else { return nil }
        return reason
    }
}
