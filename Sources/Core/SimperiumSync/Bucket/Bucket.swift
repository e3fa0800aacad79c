internal import SimperiumClock
internal import SimperiumJSON
internal import SimperiumWire

/// One bucket of a replica: its objects, what the hub agreed on, and what it has yet to hear.
///
/// What the program sees of an object is its ghost, or its draft. A draft is sent as one change at
/// a time: the difference to the ghost. Whenever the ghost moves, by a change or by loading, the
/// draft is merged with the move, so at any time the object is ghost, plus the change in flight,
/// plus what was edited since.
struct Bucket: Sendable {
    enum Event: Hashable, Sendable {
        case restored(StoredReplica)
        case connected(InitRequest)
        case disconnected
        case received(HubCommand)
        case edit(BucketEdit)
        case history(ObjectKey, count: Int)
        case signOut(removingObjects: Bool)
        case wake
    }

    enum Effect: Hashable, Sendable {
        case store([ReplicaEdit])
        case send([UInt8])
        case tell(BucketEvent)
        /// The hub took so long to answer a change.
        case answered(after: Duration)
        case giveUp(ConnectionFailure)
        case unauthorized(AuthorizationFailure)
    }

    enum Stage: Hashable, Sendable {
        case closed
        case authorizing
        /// The hub let the user in, but not into this bucket.
        case denied(until: Instant)
        case indexing
        /// Waits for the changes since the cursor, so as not to send what has been applied.
        case catchingUp
        case live
    }

    let name: BucketName
    let kind: BucketKind
    let channel: ChannelNumber

    var stage = Stage.closed
    var entries: [ObjectKey: Entry] = [:]
    var inFlight: [ObjectKey: ChangeInFlight] = [:]
    var outbox = Outbox()
    /// Keys whose entries name a version to be loaded, and keys that the hub has otherwise.
    var suspects: Set<ObjectKey> = []
    var unsynced: Set<ObjectKey> = []
    var changeVersion: ChangeVersion?
    var owner: UserName?

    var link = Link()
    var request: InitRequest?
    var resume: ResumeSecret?
    var denials = 0
    var historyRequests: [EntityReference] = []
    /// The absences that the program knows of.
    var absences: [ObjectKey: Instant] = [:]
    var lastRun = 0
    /// How many objects a page of the index may have.
    var pageLimit = longestPage
    /// The program knows that an index is under way, though the connection may have been lost.
    var hasToldIndexing = false
    var toldPending = 0
    var ids: ChangeIDs
    var random: SeededRandom
    var now = Instant.start
    var turn = Turn()
    /// Kept, because it is asked for after each of very many events.
    private(set) var nextDeadline: Instant?

    init(
        _ name: BucketName, _ kind: BucketKind, channel: ChannelNumber, run: RunID,
        random: SeededRandom
    ) {
        self.name = name
        self.kind = kind
        self.channel = channel
        self.random = random
        ids = ChangeIDs(run: run, channel: channel)
    }

    mutating func handle(_ event: Event, at now: Instant) -> [Effect] {
        self.now = now
        switch event {
        case .restored(let stored): restore(stored)
        case .connected(let request): connect(with: request)
        case .disconnected: disconnect()
        case .received(let command): receive(command)
        case .edit(let edit): perform(edit)
        case .history(let key, let count): requestHistory(of: key, count: count)
        case .signOut(let removingObjects): signOut(removingObjects: removingObjects)
        case .wake: wake()
        }
        sendWaiting()
        nextDeadline = deadline
        return finishTurn()
    }
}

extension Bucket {
    /// What is true for this connection only.
    struct Link: Sendable {
        /// Since when a question, not counting changes, awaits its answer.
        var askedAt: Instant?
        var index = IndexRun()
        var indexings = 0
        /// The changes that were sent on this connection and await their answers.
        var sent = SentChanges()
        /// How often each object was repaired without anybody asking.
        var repairs: [ObjectKey: Int] = [:]
        /// The objects whose next change is to carry all of them.
        var wholes: Set<ObjectKey> = []
        var hasAuthorizedAgain = false
        var loads: [ObjectKey: Load] = [:]
        /// Who is away, and until when they may return.
        var away: [ObjectKey: Instant] = [:]
        /// Asked for the changes since the cursor, because the hub says it knows a change of ours.
        var awaitsChanges = false
        /// The hub was overloaded: nothing is sent until then.
        var restsUntil: Instant?
        var overloads = 0
    }

    /// What one event brings about.
    struct Turn: Sendable {
        var touched = KeyList()
        /// Whose absence may have begun or ended.
        var noticed = KeyList()
        var marks: [ReplicaEdit] = []
        var hasMoved = false
        var willChange = KeyList()
        var effects: [Effect] = []
    }
}
