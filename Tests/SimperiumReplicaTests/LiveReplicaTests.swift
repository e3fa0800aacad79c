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
    private let local: LocalServer
    private let server: HubServer

    init() throws {
        local = try LocalServer()
        server = try HubServer(on: local.connectionSet)
    }

    @Test("A change is stored before it is sent")
    func durableFirst() throws {
        let store = InMemoryReplicaStore()
        let program = try LiveProgram(at: server, .durable, store: store)
        local.sync(program)
        var flights: [ChangeInFlight?] = []
        server.onChange = { flights.append(store.buckets[.todo]?.objects[.milk]?.inFlight) }
        program.todo.edit(.put(.milk, ["title": "Milk"]))
        #expect(store.buckets[.todo]?.objects[.milk] == nil, "not during the turn")
        local.sync(program)
        #expect(flights.count == 1)
        #expect(flights.first??.outcome == ["title": "Milk"])
        #expect(store.buckets[.todo]?.objects[.milk]?.ghost?.object == ["title": "Milk"])
    }

    @Test("A change is stored before it is reported, and the program's answer is stored as well")
    func toldAfterStored() throws {
        let store = InMemoryReplicaStore()
        let program = try LiveProgram(at: server, .durable, store: store)
        let other = try LiveProgram(at: server)
        var stored: [JSONObject?] = []
        program.onEvent = { bucket, event in
            guard case .inserted(let key, _) = event else { return }
            stored.append(store.buckets[.todo]?.objects[key]?.ghost?.object)
            bucket.edit(.update(key, setting: ["seen": true]))
        }
        other.todo.edit(.put(.milk, ["title": "Milk"]))
        local.run { other.todo[.milk] == ["title": "Milk", "seen": true] }
        local.sync(program, other)
        #expect(stored == [["title": "Milk"]])
    }

    @Test(
        "A store that fails stops everything: an edit that is not stored is not sent",
        arguments: [StorageError.full, .locked, .damaged(reason: "torn page")])
    func storeFails(error: StorageError) throws {
        let store = InMemoryReplicaStore()
        let program = try LiveProgram(at: server, .durable, store: store)
        local.sync(program)
        let kept = store.buckets
        var failures: [StorageError] = []
        program.replica.onFailure = { failures.append($0) }
        store.error = error
        program.todo.edit(.put(.milk, ["title": "Milk"]))
        local.run { self.server.peerCount == 0 }
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
        let store = InMemoryReplicaStore()
        var program: LiveProgram? = try LiveProgram(
            at: server, .durable, store: store, isOnline: false)
        program?.todo.edit(.put(.milk, ["title": "Milk"]))
        local.run { store.buckets[.todo]?.objects[.milk] != nil }
        program = nil
        let next = try LiveProgram(at: server, .durable, store: store)
        #expect(next.todo[.milk] == ["title": "Milk"])
        local.sync(next)
        #expect(server.applied.count == 1)
        #expect(server.applied.allSatisfy { $0.value == 1 })
    }

    @Test("Going offline closes with a goodbye; a released replica looks like a broken connection")
    func hangUps() throws {
        let first = try LiveProgram(at: server)
        var second: LiveProgram? = try LiveProgram(at: server)
        local.run { first.replica.status == .synced && second?.replica.status == .synced }
        var hasLeft = false
        var calls = 0
        for _ in 0..<2 { first.replica.goOffline { calls += 1 } }
        first.replica.goOffline { hasLeft = true }
        #expect(first.replica.status == .offline(retryAt: nil, because: nil))
        local.run { hasLeft && self.server.peerCount == 1 }
        #expect(calls == 2)
        second = nil
        local.run { self.server.peerCount == 0 }
        #expect(server.ends == [.goodbye, .broken])
        first.replica.goOffline { hasLeft = false }
        #expect(!hasLeft, "at once, if there is no line")
    }

    @Test("C43: After the machine has slept, the connection is tested at once")
    func slept() throws {
        let local = self.local
        local.reply = { _ in "h:1" }
        var hasSlept = false
        let replica = LiveReplica(
            at: [try HubAddress("ws://127.0.0.1:\(local.port)", app: .demo)], as: .random(),
            on: local.connectionSet,
            hasSlept: {
                defer { hasSlept = false }
                return hasSlept
            })
        _ = try replica.openBucket(.todo, as: .memory) { _, _ in }
        replica.signIn(.kim)
        replica.goOnline()
        local.run { local.texts.contains { $0.hasPrefix("0:init:") } }
        hasSlept = true
        let start = local.loop.now
        local.run { local.texts.last?.hasPrefix("h:") == true }
        #expect(
            local.loop.now - start < HubConnection.heartbeatInterval, "that was a usual heartbeat"
        )
        withExtendedLifetime(replica) {}
    }

    @Test("Without its own list a client trusts the machine's certificates, and not the tests'")
    func usualTrust() throws {
        let stranger = try LocalServer(tls: .server("good"))
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
