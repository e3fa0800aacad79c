internal import SimperiumClock
internal import SimperiumSync
internal import SimperiumWire

/// A program with a replica, and the disk that outlives it.
struct SimulatedClient {
    static let notes = Fixture.bucket("notes")
    static let scratch = Fixture.bucket("scratch")
    /// The buckets that all programs write to.
    static let buckets = [notes, scratch]
    /// The bucket where each program has an object of its own while it runs.
    static let guests = Fixture.bucket("guests")

    let number: Int
    let hasPresence: Bool
    var program: SimulatedProgram
    var disk = StoredReplicaBucket()
    /// Nil while the program isn't running.
    var replica: Replica?
    /// The number of times that the program has been started.
    var run = 0
    /// The program ends when this number of effects has been performed.
    var effectsToLive: Int?
    var watch = RunWatch()
    /// The program's own object among the guests.
    private(set) var guest: ObjectKey?
    private var appearances = 0
    /// The recordings of the program's runs, if they are recorded.
    private(set) var recordings: [SimulatedRecording]?

    init(number: Int, deletes: Bool, hasPresence: Bool, isRecorded: Bool) {
        self.number = number
        self.hasPresence = hasPresence
        program = SimulatedProgram(client: number, deletes: deletes)
        recordings = isRecorded ? [] : nil
    }

    /// Starts the program with its stored data.
    mutating func start(_ random: inout SeededRandom, at now: Instant) {
        let settings = ReplicaSettings(
            app: Fixture.app, clientID: Fixture.clientID(number),
            run: RunID(rawValue: random.next()), seed: random.next())
        recordings?.append(
            SimulatedRecording(Replica.self, from: settings, of: "client-\(number)", run: run))
        replica = Replica(settings)
        _ = handle(.open(Self.notes, .durable, disk), at: now)
        _ = handle(.open(Self.scratch, .memory, StoredReplicaBucket()), at: now)
        if hasPresence { _ = handle(.open(Self.guests, .presence, StoredReplicaBucket()), at: now) }
        guest = nil
        if let replica { watch.recordStart(replica, buckets) }
    }

    /// Returns nil if the program isn't running.
    mutating func handle(_ event: Replica.Event, at now: Instant) -> [Replica.Effect]? {
        guard replica != nil else { return nil }
        let last = (recordings?.count ?? 0) - 1
        if last >= 0 { recordings?[last].write(event, at: now) }
        let effects = replica?.handle(event, at: now)
        if last >= 0, let effects { recordings?[last].write(effects) }
        return effects
    }

    /// All buckets that it has open.
    var buckets: [BucketName] { Self.buckets + (hasPresence ? [Self.guests] : []) }

    /// Chooses a new name for the guest.
    mutating func renameGuest() {
        appearances += 1
        guest = ObjectKey("guest\(number).\(appearances)")
    }
}

enum Fixture {
    static let app = AppID.trappingIfInvalid("demo")
    static let token = Token.trappingIfInvalid("0123456789abcdef0123456789abcdef")

    static func bucket(_ name: String) -> BucketName { .trappingIfInvalid(name) }
    static func clientID(_ number: Int) -> ClientID { .trappingIfInvalid("client-\(number)") }
    static func changeID(_ text: String) -> ChangeID { .trappingIfInvalid(text) }
}
