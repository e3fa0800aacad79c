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
        /// Lets it in on a channel of the connection that stands.
        case connected(InitRequest, on: ChannelNumber, others: OtherUsersObjects)
        /// The name of the user is known from another call.
        case claimed(by: UserName)
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
        /// The objects here are of another user, this one, and stay so.
        case refusedStranger(owner: UserName)
        /// Another connection has what this one had.
        case takenOver
        /// What the hub was shown is no more.
        case ended(SeatEnd)
        /// What the hub is to be shown next time, with its number.
        case given(ResumeSecret, Int)
        /// What no bucket must know of, but perhaps the program.
        case noticed(JSONObject)
        /// The hub takes promises, on this channel for example.
        case takesPromises(ChannelNumber)
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

    var stage = Stage.closed
    var objects = Objects()
    var changeVersion: ChangeVersion?
    var connection = ConnectionState()
    var admission = Admission()
    var indexRuns = IndexRuns()
    var history = HistoryRequests()
    var told = ToldState()
    var channel: BucketChannel
    var random: SeededRandom
    var turn = BucketTurn()
    /// Kept, because it is asked for after each of very many events.
    private(set) var nextDeadline: Instant?

    init(
        _ name: BucketName, _ kind: BucketKind, on channel: BucketChannel, random: SeededRandom
    ) {
        self.name = name
        self.kind = kind
        self.random = random
        self.channel = channel
    }

    var now: Instant { turn.now }

    mutating func handle(_ event: Event, at now: Instant) -> [Effect] {
        turn.now = now
        switch event {
        case .restored(let stored): restore(stored)
        case .connected(let request, let number, let others):
            admission.others = others
            connect(with: request, on: number)
        case .claimed(let user): claim(by: user)
        case .disconnected: disconnect()
        case .received(let command): receive(command)
        case .edit(let edit): make(edit)
        case .history(let key, let count): requestHistory(of: key, count: count)
        case .signOut(let removingObjects): signOut(removingObjects: removingObjects)
        case .wake: wake()
        }
        sendWaiting()
        nextDeadline = deadline
        return finishTurn()
    }
}
