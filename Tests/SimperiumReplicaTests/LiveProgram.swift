import SimperiumJSON
import SimperiumLoop
import SimperiumNetwork
import SimperiumReplica
import SimperiumSync
import SimperiumWire
import Testing

/// A program with one bucket.
final class LiveProgram {
    let replica: LiveReplica
    private(set) var bucket: LiveBucket?
    /// Called with each event.
    var onEvent: ((LiveBucket, BucketEvent) -> Void)?

    init(
        at server: HubServer, _ kind: BucketLifetime = .memory, store: InMemoryReplicaStore? = nil,
        isOnline: Bool = true
    ) throws {
        replica = LiveReplica(
            at: [try HubAddress(server.address, app: .demo)], as: .random(),
            on: server.connectionSet,
            store: store)
        bucket = try replica.openBucket(.todo, as: kind) { [unowned self] bucket, event in
            onEvent?(bucket, event)
        }
        replica.signIn(.kim)
        if isOnline { replica.goOnline() }
    }

    var todo: LiveBucket {
        guard let bucket else { preconditionFailure("a program opens its bucket") }
        return bucket
    }
}

extension LocalServer {
    /// Runs the loop until each of the programs is in sync with the hub.
    func sync(_ programs: LiveProgram..., location: SourceLocation = #_sourceLocation) {
        run(
            until: {
                programs.allSatisfy {
                    $0.replica.status == .synced && $0.todo.unsynced.isEmpty
                }
            }, location: location)
    }
}

extension AppID {
    static let demo = AppID.trappingIfInvalid("demo")
}

extension BucketName {
    static let todo = BucketName.trappingIfInvalid("todo")
    static let later = BucketName.trappingIfInvalid("later")
}

extension Token {
    static let kim = Token.trappingIfInvalid("0123456789abcdef0123456789abcdef")
}

extension ObjectKey {
    static let milk = ObjectKey.trappingIfInvalid("milk")
}
