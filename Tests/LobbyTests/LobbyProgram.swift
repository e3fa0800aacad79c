import Game
import Lobby
import SimperiumClock
import SimperiumJSON
import Simulation
import Visit

/// A program on a line: a client, or the tutorial's, with what it keeps of the buckets.
struct LobbyProgram: Hashable {
    enum Mind: Hashable {
        case client(ModelClient)
        case tutorial(Tutorial)
    }

    /// A message from a program to the hub.
    enum Cargo: Hashable {
        case join
        case change(ModelReplica.Pending)
    }

    let id: PlayerID
    var mind: Mind
    var replica = ModelReplica()
    var up: ArraySlice<Letter<Cargo>> = []
    var down: [ArraySlice<Letter<ModelReplica.Frame>>] = []
    var isConnected = false
    var isListening = false
    var isGone = false
    /// True if the next connection starts with an index.
    var forgets = false {
        didSet { hasForgotten = hasForgotten || forgets }
    }
    private(set) var hasForgotten = false
    /// True if it asks the hub for its rules. Otherwise it behaves like the first version.
    var knowsRules = true
    /// True if it sees the person's keys, so that the person can be idle.
    var seesKeys = false
    /// The last thing that a person asks for when the program is launched.
    var greeting: LobbyRequest?
    /// The client's actions that are faults in every world.
    private(set) var blunders: [String] = []
    private var consent = ConsentWatch()
    private(set) var notices: [Notice] = []
    private(set) var edits: [LobbyObjectEdit] = []
    private var owed = 0
    private var changeCount = 0
    var number = 0
    /// True if notices are kept. Exhaustive walks would collect too many.
    var remembers = true

    static func client(_ name: String, seed: UInt64 = 1, mode: MatchmakingMode? = .auto)
        -> LobbyProgram
    {
        let id = PlayerID(rawValue: name)
        var program = LobbyProgram(
            id: id, mind: .client(ModelClient(id, seed: seed ^ name.checksum)))
        let shown = PlayerName(cleaning: name)
        program.greeting = mode.map { .enter(shown, $0, .terminal) }
        return program
    }

    static func tutorial(_ name: String) -> LobbyProgram {
        let id = PlayerID(rawValue: name)
        return LobbyProgram(id: id, mind: .tutorial(Tutorial(id: id)))
    }

    private init(id: PlayerID, mind: Mind) {
        self.id = id
        self.mind = mind
    }

    var client: LobbyClient? {
        if case .client(let model) = mind { model.client } else { nil }
    }

    var tutorial: Tutorial? {
        if case .tutorial(let tutorial) = mind { tutorial } else { nil }
    }

    var isCaughtUp: Bool { isConnected && isListening && owed == 0 }
    var nextDeadline: Instant? { client?.nextDeadline }

    mutating func launch(at now: Instant) {
        switch mind {
        case .client:
            if seesKeys { handle(.pressed, at: now) }
            if let greeting { handle(.asked(greeting), at: now) }
        case .tutorial(var tutorial):
            let edits = tutorial.launch()
            mind = .tutorial(tutorial)
            write(edits)
        }
    }

    mutating func handle(_ event: ModelClient.Event, at now: Instant) {
        write(edits(for: event, at: now))
    }

    private mutating func write(_ edits: [LobbyObjectEdit]) {
        for edit in edits {
            changeCount += 1
            replica.append(edit, change: number << 32 + changeCount)
        }
    }

    private mutating func edits(for event: ModelClient.Event, at now: Instant) -> [LobbyObjectEdit]
    {
        switch mind {
        case .client(var model):
            mind = .tutorial(Tutorial(id: id))
            if remembers { consent.record(model.client, isConfirmed: true, at: now) }
            let effects = model.handle(event, at: now)
            blunders += effects.compactMap { $0.blunder(of: model.client) }
            var edits: [LobbyObjectEdit] = []
            for effect in effects {
                switch effect {
                case .edit(let edit): edits.append(edit)
                case .tell(let notice):
                    guard remembers else { continue }
                    notices.append(notice)
                    let fault = consent.fault(of: notice, to: model.client, at: now)
                    if let fault { blunders.append(fault) }
                }
            }
            if remembers { self.edits += edits }
            mind = .client(model)
            return edits
        case .tutorial(var tutorial):
            guard case .heard(let event) = event else { return [] }
            defer { mind = .tutorial(tutorial) }
            return tutorial.handle(event)
        }
    }

    /// Applies a message from the hub. Each event is passed with the object's latest state.
    mutating func receive(_ frame: ModelReplica.Frame, at now: Instant) {
        for event in replica.receive(frame) {
            if let event = event.now(replica) { handle(.heard(event), at: now) }
        }
        switch frame {
        case .index, .missed:
            owed -= 1
            if owed == 0 { handle(.heard(.caughtUp), at: now) }
        case .entry, .refused, .known, .away, .back, .rules, .aged: break
        }
    }

    mutating func play(_ square: Square) {
        guard case .tutorial(var tutorial) = mind else { return }
        let edits = tutorial.play(square)
        mind = .tutorial(tutorial)
        write(edits)
    }

    mutating func expectFrames() {
        isConnected = true
        owed = LobbyBucket.allCases.count
    }

    mutating func cut() {
        (isConnected, isListening, owed) = (false, false, 0)
        up = []
        down = down.map { _ in [] }
        replica.disconnect()
    }

    mutating func forgetWhatWasTold() {
        notices = []
        edits = []
    }
}

extension LobbyBucketEvent {
    fileprivate func now(_ replica: ModelReplica) -> LobbyBucketEvent? {
        switch self {
        case .inserted(let bucket, let key, _, let source):
            replica.object(bucket, key).map { .inserted(bucket, key, $0, source) }
        case .updated(let bucket, let key, _, let members, let source):
            replica.object(bucket, key).map {
                .updated(bucket, key, $0, members: members, source)
            }
        case .acknowledged(.player, let key, _):
            replica.ghost(.player, key).map { .acknowledged(.player, key, $0) }
        case .acknowledged(let bucket, let key, _):
            replica.object(bucket, key).map { .acknowledged(bucket, key, $0) }
        case .refused(let bucket, let key, let refusal, _):
            .refused(bucket, key, refusal, replica.object(bucket, key))
        case .deleted, .overtaken, .willIndex, .didIndex, .away, .back, .rules, .caughtUp,
            .aged, .offline:
            self
        }
    }
}

extension ModelClient.Effect {
    /// The reason that a client should not have requested this in its state; nil for a good effect.
    fileprivate func blunder(of client: LobbyClient) -> String? {
        switch self {
        case .edit(.insert(.match, let key, let object)):
            guard let match = try? LobbyMatch(key, object), match.circle == client.me else {
                return "\(client.me) made a senseless Match"
            }
            let isSeated = match.players.contains {
                client.lobbyState.ledger.seatedMatch(of: $0) != nil
            }
            return isSeated ? "\(client.me) started \(key) with somebody seated" : nil
        // Honest programs never give each other reason to doubt.
        case .tell(.doubtful(let doubt)): return "\(client.me) doubts: \(doubt)"
        case .edit, .tell: return nil
        }
    }
}

extension String {
    fileprivate var checksum: UInt64 { utf8.reduce(7) { $0 &* 31 &+ UInt64($1) } }
}
