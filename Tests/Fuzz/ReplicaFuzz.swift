import SimperiumClock
import SimperiumJSON
import SimperiumSync
import SimperiumWire

/// Feeds a replica frames, separated by zero bytes, while a program edits the same objects.
///
/// No hub may crash the replica, or make its objects differ from the stored ones.
func fuzzReplica(_ bytes: [UInt8]) {
    var client = Client()
    for (number, frame) in bytes.split(separator: 0).prefix(100).enumerated() {
        client.receive(Array(frame))
        if number % 3 == 0 { client.edit(number) }
        if number % 7 == 6 { client.reconnect() }
        client.check()
    }
}

private struct Client {
    private static let bucket: BucketName = .trappingIfInvalid("b")
    private static let a: ObjectKey = .trappingIfInvalid("a")
    private static let b: ObjectKey = .trappingIfInvalid("b")

    private static let settings: ReplicaSettings = {
        var settings = ReplicaSettings(
            app: .trappingIfInvalid("x"), clientID: .trappingIfInvalid("x"),
            run: RunID(rawValue: 1), seed: 1)
        settings.extensions.insert(.redial)
        return settings
    }()

    private var replica = Replica(settings)
    private var store = StoredReplicaBucket()
    private var now = Instant.start
    private var line = LinkID(rawValue: 0)

    init() {
        handle(.open(Self.bucket, .durable, store))
        handle(.signIn(.trappingIfInvalid("x")))
        handle(.goOnline)
        handle(.link(.opened(line)))
        receive(Array("0:auth:x@y.z".utf8))
        receive(Array(#"0:i:{"current":"1","index":[{"id":"a","v":1,"d":{"t":"ab"}}]}"#.utf8))
        edit(0)
    }

    mutating func receive(_ frame: [UInt8]) {
        handle(.link(.received(frame, on: line)))
    }

    mutating func edit(_ number: Int) {
        handle(.edit(.update(Self.a, setting: ["t": JSON("a\(number)b")]), in: Self.bucket))
        handle(.edit(number % 2 == 0 ? .put(Self.b, [:]) : .delete(Self.b), in: Self.bucket))
    }

    mutating func reconnect() {
        handle(.link(.closed(line, .lost)))
        handle(.goOnline)
        handle(.link(.opened(line)))
        now = now + .seconds(10)
        handle(.wake)
    }

    private mutating func handle(_ event: Replica.Event) {
        for effect in replica.handle(event, at: now) {
            if case .store(let edits, _) = effect { store.apply(edits) }
            if case .link(.dial(let id, _)) = effect { line = id }
            if case .link(.hangUp(let id, _)) = effect { handle(.link(.closed(id, .lost))) }
        }
    }

    func check() {
        var restored = Replica(Self.settings)
        _ = restored.handle(.open(Self.bucket, .durable, store), at: now)
        let keys = replica.keys(in: Self.bucket)
        precondition(keys == restored.keys(in: Self.bucket))
        for key in keys {
            let shown = replica.object(key, in: Self.bucket)
            precondition(shown == restored.object(key, in: Self.bucket))
        }
        precondition(
            replica.unsyncedKeys(in: Self.bucket) == restored.unsyncedKeys(in: Self.bucket))
    }
}
