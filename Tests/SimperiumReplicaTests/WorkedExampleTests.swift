import SimperiumJSON
import SimperiumLoop
import SimperiumNetwork
import SimperiumReplica
import SimperiumStore
import SimperiumSync
import SimperiumWire
import TestSupport
import Testing

/// The example in the documentation of `LiveReplica`, line by line.
@Suite("Worked example")
final class WorkedExampleTests {
    private let local: LocalServer
    private let server: HubServer
    private let folder: TemporaryFolder
    private var path: String { folder.path("example") }
    private var shown: [ObjectKey: JSONObject] = [:]

    init() throws {
        folder = try TemporaryFolder()
        local = try LocalServer()
        server = try HubServer(on: local.connectionSet)
    }

    private func start() throws -> (LiveReplica, LiveBucket) {
        let (hub, connectionSet) = (
            try HubAddress(server.address, app: .demo), local.connectionSet
        )
        let (bucket, token) = (BucketName.todo, Token.kim)

        let store = try ReplicaStoreFile(path)
        let replica = LiveReplica(at: [hub], as: store.clientID, on: connectionSet, store: store)
        replica.onStatus = { [unowned self] status in show(status) }
        let todo = try replica.openBucket(bucket, as: .durable) { [unowned self] todo, event in
            switch event {
            case .inserted(let key, _), .updated(let key, _, _): show(todo[key], as: key)
            case .deleted(let key, _): remove(key)
            case .error(.refused(let key, let reason, _)): explain(reason, key)
            default: break
            }
        }
        for key in todo.keys { show(todo[key], as: key) }
        replica.signIn(token)
        replica.goOnline()
        return (replica, todo)
    }

    private func show(_ status: ReplicaStatus) {}
    private func show(_ object: JSONObject?, as key: ObjectKey) { shown[key] = object }
    private func remove(_ key: ObjectKey) { shown[key] = nil }
    private func explain(_ error: ChangeRefusalReason, _ key: ObjectKey) {}

    @Test("The example works")
    func works() throws {
        let (replica, todo) = try start()
        let milk = ObjectKey.random()
        todo.edit(.put(milk, ["title": "Milk", "done": false]))
        todo.edit(.update(milk, setting: ["done": true]))
        let bread = ObjectKey.random()
        todo.edit(.put(bread, ["title": "Bread"]))
        todo.edit(.delete(bread))

        let other = try LiveProgram(at: server)
        local.run { other.todo[milk] == ["title": "Milk", "done": true] }
        other.todo.edit(.put(.milk, ["title": "More milk"]))
        local.run { self.shown[.milk] == ["title": "More milk"] }
        other.todo.edit(.delete(.milk))
        local.run { self.shown.isEmpty }
        #expect(other.todo.keys == [milk])

        todo.edit(.update(milk, setting: ["done": false]))
        let unsent = replica.signOut(removingObjects: true)
        #expect(unsent == 1)
        #expect(todo.keys.isEmpty)
        replica.goOffline { [loop = local.loop] in loop.stop() }
        local.loop.run()
    }
}
