internal import SharedLog
internal import SimperiumClock
internal import SimperiumWire
internal import SyncHub

/// A server of several: its life on the engine, the hub of that life, and its lines.
struct LobbyNode: Sendable {
    /// What it asks of the engine that no hub has asked.
    enum Question {
        case life
        case logs(of: Incarnation)
        case burial(Incarnation, in: SharedLogID)
        case buckets(SharedLogID)
        case other(then: NodeLife.Event?)
    }

    /// Which of those it is that have run here.
    let process: UInt64
    var life = NodeLife()
    /// Nil before it has begun, and after it was taken for dead.
    var hub: HubNode?
    /// What the engine's clock said last, by which a hub goes from its beginning on.
    var clock: Stamp?
    var lines = EngineLines()
    /// Whether clients are better off elsewhere.
    var isShut = true
    var connections: Set<ConnectionID> = []
    /// It does nothing before.
    var asleepUntil: Instant?
    /// When it is to be woken, as far as that has been entered.
    var wakesAt: Instant?
    /// How often it has begun; numbers of questions say for which life they were asked.
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

    /// With the number by which its answer is told from those of other lives.
    func numbered(_ wish: EngineLines.Wish) -> EngineLines.Wish {
        switch wish {
        case .ask(let number, let deed): .ask(lives << 32 | number, deed)
        case .follow(let number, let log): .follow(lives << 32 | number, log)
        }
    }

    /// The hub's number of a question; nil if it is of no hub that there is.
    func hubsNumber(_ number: UInt64) -> UInt64? {
        number >> 32 == lives && lives > 0 ? number & 0xffff_ffff : nil
    }

    mutating func note(_ question: Question) -> UInt64 {
        lastQuestion += 1
        questions[lastQuestion] = (question, lives)
        return lastQuestion
    }

    /// What was asked by that number, if somebody still wants to know.
    mutating func takeQuestion(_ number: UInt64) -> Question? {
        guard let (question, life) = questions.removeValue(forKey: number) else { return nil }
        if case .life = question { return question }
        return life == lives ? question : nil
    }

    /// Whether it is time to compare what it knows, as of each fifth renewal.
    mutating func isTimeToCompare() -> Bool {
        clocks += 1
        return clocks.isMultiple(of: 5)
    }
}
