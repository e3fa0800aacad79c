import SimperiumClock
import SimperiumWire

/// The state that all parts of the hub share, and the effects of the current tick.
struct HubContext {
    enum ChargeCorrection {
        case commands(Int, of: ConnectionID)
        /// Bytes of changes that no longer wait.
        case finishedBytes(Int, of: ConnectionID)
    }

    let limits: HubLimits
    var clock = HubClock()
    var effects: [Hub.Effect] = []
    /// The work that the current event may still cause, in commands.
    private(set) var budget = 0
    var chargeCorrections: [ChargeCorrection] = []
    var alarms = Alarms()
    /// The buckets with paused work that can continue.
    var unfinishedBuckets = Queue<BucketHandle>()
    var jobs = JobsForOtherBuckets()
    var askingBuckets: [QuestionID: BucketHandle] = [:]
    var guardedLogs: [UserLogID: GuardedLog] = [:]
    /// For each log, the number of buckets that this hub has begun, minus the number that it has
    /// dropped by `DROP`. An open bucket adds the increase since its opening to the number of other
    /// buckets that it has read from the store.
    var begunBuckets: [UserLogID: Int] = [:]
    var sessions = ResumableClientSessions()
    /// The epoch of this hub. Each ordinal contains the epoch, and so is greater than all ordinals
    /// of earlier hubs of the store.
    private let epoch: UInt32
    private var lastOrdinal: UInt64 = 0
    /// The last id of a question or a member.
    private var lastID: UInt64 = 0

    init(_ limits: HubLimits, epoch: UInt32) {
        self.limits = limits
        self.epoch = epoch
        resetBudget()
    }

    var now: Instant { clock.now }

    /// Sets the budget for an event and for the store's answers to the event's questions.
    mutating func resetBudget() {
        budget = limits.eventBudget
    }

    mutating func spend(_ commands: Int = 1) {
        budget -= commands
    }

    /// Charges work to the current event, and to the connection that requested the work.
    mutating func charge(_ connection: ConnectionID?, entries: Int = 0, bytes: Int = 0) {
        let commands =
            limits.pace.commands(forEntries: entries) + limits.pace.commands(inBytes: bytes)
        guard commands > 0 else { return }
        spend(commands)
        if let connection { chargeCorrections.append(.commands(commands, of: connection)) }
    }

    mutating func nextOrdinal() -> SequenceNumber {
        lastOrdinal += 1
        return SequenceNumber(epoch: epoch, count: lastOrdinal)
    }

    mutating func nextMemberID() -> MemberID {
        lastID += 1
        return MemberID(rawValue: lastID)
    }

    mutating func nextQuestionID() -> QuestionID {
        lastID += 1
        return QuestionID(rawValue: lastID)
    }

    mutating func nextQuestionID(askedBy bucket: BucketHandle) -> QuestionID {
        let id = nextQuestionID()
        askingBuckets[id] = bucket
        return id
    }

    mutating func reportToGuard(_ observation: GuardedBucketEvent, in bucket: BucketID) {
        guardedLogs[bucket.log]?.observe(observation, in: bucket.name, at: clock.now)
    }

    mutating func send(_ command: HubCommand, on channel: ChannelNumber, to peer: ConnectionID) {
        effects.append(.send(HubMessage.command(command, on: channel).frame, to: peer))
    }

    mutating func send(_ command: HubCommand, to member: ChannelMembership) {
        send(command, on: member.channel, to: member.connection)
    }
}

/// The hub's clock: the current instant, and the server time that changes are stamped with.
///
/// The server time advances with the instant, and jumps forward with the wall clock. If the wall
/// clock is set back, the server time continues as before. So a clock that is set back delays no
/// deadline, and a log's times don't decrease, even across a restart.
struct HubClock {
    var now = Instant.start
    private var wallTime = ServerTime(milliseconds: 0)
    private var wallTimeReadAt = Instant.start
    private var lastStamp = ServerTime(milliseconds: 0)

    /// Adopts a time of the wall clock or of an earlier change, if this time is later than the
    /// current server time.
    mutating func adoptIfLater(_ stamp: ServerTime) {
        guard stamp > serverTime() else { return }
        (wallTime, wallTimeReadAt) = (stamp, now)
    }

    /// Returns the server time of a change that is made now.
    mutating func serverTime() -> ServerTime {
        lastStamp = max(lastStamp, wallTime + (now - wallTimeReadAt))
        return lastStamp
    }
}
