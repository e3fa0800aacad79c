import SimperiumClock
import SimperiumWire

/// What a turn through the hub works with: the present, what is numbered, and what comes of it.
struct HubTurn {
    /// What a connection is to pay for, and how much of what it said is done.
    struct Debt {
        let connection: ConnectionID
        var commands = 0
        var finished = 0
    }

    let limits: HubLimits
    var clock = HubClock()
    var effects: [Hub.Effect] = []
    /// How much more work the present event may cause, in commands.
    private(set) var budget = 0
    /// What the hub did for connections: what they have not paid for, and what waits no longer.
    var debts: [Debt] = []
    var alarms = Alarms()
    /// Buckets that have done enough for one event, and have more to do.
    var unfinished = Queue<BucketHandle>()
    var errands = Errands()
    /// Which bucket waits for the answer to a question.
    var questions: [QuestionID: BucketHandle] = [:]
    /// The guarded logs that are open.
    var logs: [LogID: GuardedLog] = [:]
    /// What is the author's of the change that comes next in a guarded bucket.
    var belongings: Belongings?
    var seats = Seats()
    /// Who has which shared objects open.
    var viewers = Viewers()
    var numbers: HubNumbers

    init(_ limits: HubLimits, epoch: UInt32, isShared: Bool) {
        self.limits = limits
        numbers = HubNumbers(epoch: epoch, isShared: isShared)
        begin()
    }

    var now: Instant { clock.now }

    /// Begins with what may be spent on an event and on the answers to what it asks.
    mutating func begin() {
        budget = limits.turn
    }

    mutating func spend(_ commands: Int = 1) {
        budget -= commands
    }

    /// Counts what the hub went through against the present event, and against the connection that
    /// wanted it.
    mutating func charge(_ connection: ConnectionID?, entries: Int = 0, bytes: Int = 0) {
        let commands =
            limits.pace.commands(forEntries: entries) + limits.pace.commands(inBytes: bytes)
        guard commands > 0 else { return }
        spend(commands)
        if let connection { debts.append(Debt(connection: connection, commands: commands)) }
    }

    mutating func nextOrdinal() -> Ordinal { numbers.nextOrdinal() }

    mutating func nextMember() -> MemberID { MemberID(rawValue: numbers.nextName()) }

    mutating func nextQuestion() -> QuestionID { QuestionID(rawValue: numbers.nextName()) }

    mutating func question(from bucket: BucketHandle) -> QuestionID {
        let id = nextQuestion()
        questions[id] = bucket
        return id
    }

    /// Tells a log's guard what happened.
    mutating func observe(_ observation: Observation, in bucket: BucketID) {
        logs[bucket.log]?.observe(observation, in: bucket.name, at: clock.now)
    }

    mutating func send(_ command: HubCommand, on channel: ChannelNumber, to peer: ConnectionID) {
        effects.append(.send(HubMessage.command(command, on: channel).frame, to: peer))
    }
}
