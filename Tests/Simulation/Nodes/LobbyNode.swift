internal import SharedLog
internal import SimperiumClock
internal import SimperiumWire
internal import SyncHub

/// One of several servers: its membership of the cluster, the hub of its present generation, and
/// its connections to Redis.
struct LobbyNode: Sendable {
    /// A command to Redis that does not come from a hub.
    enum Question {
        case life
        case logs(of: Incarnation)
        case burial(Incarnation, in: SharedLogID)
        case buckets(SharedLogID)
        case other(then: NodeLife.Event?)
    }

    /// The number of the process at this place.
    let process: UInt64
    var life = NodeLife()
    /// Nil before it has begun, and after it was declared dead.
    var hub: HubNode?
    /// The last time of Redis's clock. A hub begins with this time.
    var clock: Stamp?
    var lines = EngineLines()
    /// True if clients should be sent elsewhere.
    var isShut = true
    var connections: Set<ConnectionID> = []
    /// It does nothing before this instant.
    var asleepUntil: Instant?
    /// The time of the alarm that has been entered.
    var wakesAt: Instant?
    /// The number of its generations so far. A command's number contains the generation.
    private var lives: UInt64 = 0
    private var questions: [UInt64: (question: Question, life: UInt64)] = [:]
    private var lastQuestion: UInt64 = 0
    private var clocks = 0

    init(process: UInt64 = 0) {
        self.process = process
    }

    var nextDeadline: Instant? { sooner(life.nextDeadline, hub?.nextDeadline) }

    mutating func begin(_ hub: HubNode) {
        lives += 1
        self.hub = hub
        isShut = false
    }

    /// Returns the command with a number that distinguishes it from those of other generations.
    func numbered(_ wish: EngineLines.Wish) -> EngineLines.Wish {
        switch wish {
        case .ask(let number, let deed): .ask(lives << 32 | number, deed)
        case .follow(let number, let log): .follow(lives << 32 | number, log)
        }
    }

    /// Returns the hub's number of a command; nil if its hub is gone.
    func hubsNumber(_ number: UInt64) -> UInt64? {
        number >> 32 == lives && lives > 0 ? number & 0xffff_ffff : nil
    }

    mutating func note(_ question: Question) -> UInt64 {
        lastQuestion += 1
        questions[lastQuestion] = (question, lives)
        return lastQuestion
    }

    /// Returns the question with that number; nil if its answer is no longer needed.
    mutating func takeQuestion(_ number: UInt64) -> Question? {
        guard let (question, life) = questions.removeValue(forKey: number) else { return nil }
        if case .life = question { return question }
        return life == lives ? question : nil
    }

    /// True at each fifth renewal, when the node compares its knowledge with Redis.
    mutating func isTimeToCompare() -> Bool {
        clocks += 1
        return clocks.isMultiple(of: 5)
    }
}
