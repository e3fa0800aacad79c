internal import Clockwork
internal import Simperium
internal import SyncClient

/// A program with a replica in it, and the disk that outlives it.
struct SimulatedClient {
    static let notes = Fixture.bucket("notes")
    static let scratch = Fixture.bucket("scratch")
    static let buckets = [notes, scratch]

    let number: Int
    var program: Program
    var disk = StoredReplica()
    /// Nil while the program does not run.
    var replica: Replica?
    /// When the replica wants to be woken.
    var deadline: Instant?
    /// The connection that the program has, or is about to have.
    var line: Int?
    /// How often the program was started.
    var run = 0
    /// The program ends after so many effects.
    var effectsToLive: Int?
    var watch = Watch()

    init(number: Int, deletes: Bool) {
        self.number = number
        program = Program(client: number, deletes: deletes)
    }

    /// Starts the program with what is on disk.
    mutating func start(_ random: inout SeededRandom, at now: Instant) {
        var replica = Replica(
            ReplicaSettings(
                app: Fixture.app, clientID: Fixture.clientID(number),
                run: RunID(rawValue: random.next()), seed: random.next()))
        _ = replica.handle(.open(Self.notes, .durable, disk), at: now)
        _ = replica.handle(.open(Self.scratch, .memory, StoredReplica()), at: now)
        watch.programStarted(replica)
        self.replica = replica
    }
}

enum Fixture {
    static let app = valid(AppID("demo"))
    static let token = valid(Token("0123456789abcdef0123456789abcdef"))

    static func bucket(_ name: String) -> BucketName { valid(BucketName(name)) }
    static func clientID(_ number: Int) -> ClientID { valid(ClientID("client-\(number)")) }
    static func changeID(_ text: String) -> ChangeID { valid(ChangeID(text)) }

    static func valid<Name>(_ name: Name?) -> Name {
        guard let name else { preconditionFailure("a name in a test is valid") }
        return name
    }
}
