import RedisWire
import SharedLog
import SimperiumClock
import SimperiumWire
import Simulation
import SyncHub

/// A few nodes with hubs on one engine, and the lines between them, on which all goes wrong that
/// may, until it is calm.
protocol EngineWorld {
    var random: SeededRandom { get set }
    var troubles: Troubles { get set }
    var engine: ModelEngine { get set }
    var now: Instant { get }
    var places: [EnginePlace] { get set }
    /// Nodes that were taken for dead and do not know it yet.
    var doomed: [Int: Instant] { get set }
    /// Until when the engine has no room.
    var fullUntil: Instant { get set }
    var isCalm: Bool { get }
    /// The highest number that the engine has ever given out.
    var seen: UInt32 { get set }

    /// Goes through trouble, and then through none until all is quiet.
    mutating func run(_ count: Int) throws
    /// Takes note of what the engine has really done.
    mutating func note(_ entry: EngineEntry, in log: SharedLogID) throws
    /// Does what a node wants by now.
    mutating func attend(_ index: Int) throws
    /// Another life begins where one has ended.
    mutating func replace(_ index: Int) throws
    /// Others look after what a node leaves that is taken for dead.
    mutating func declareDead(_ incarnation: Incarnation) throws
    /// Takes note of what is under way while trouble strikes.
    mutating func noteEncounters()
}

/// A node at its place, with its lines.
struct EnginePlace {
    var node: HubNode
    var lines = EngineLines()
    var encounters = Encounters()
}

extension EngineWorld {
    static var life: Duration { .seconds(3_600) }

    var stamp: Stamp { Stamp(milliseconds: 1_000_000) + (now - .start) }

    mutating func noteEncounters() {}

    mutating func newPlace(
        keeping limits: StoreLimits, guards: any Guards
    ) -> EnginePlace {
        let hello = engine.perform(.node(.hello(seen: seen, life: Self.life)), at: stamp).answer
        let begin = EngineDeed.node(.begin(seen: seen, life: Self.life))
        guard case .life(let epoch, _, _) = hello,
            case .incarnation(let incarnation) = engine.perform(begin, at: stamp).answer
        else { preconditionFailure("a node begins") }
        seen = max(seen, epoch, incarnation.rawValue)
        return EnginePlace(
            node: HubNode(incarnation, epoch: epoch, keeping: limits, guards: guards, at: now))
    }

    mutating func perform(_ deed: EngineDeed) throws -> EngineAnswer {
        let (answer, told) = engine.perform(deed, at: stamp)
        guard let log = deed.log else { return answer }
        for message in told {
            if message.isOfLog { try note(message.entry, in: log) }
            for index in places.indices where places[index].lines.follows(log) {
                if !isCalm, troubles.strikes(.lostMessage, once: 12) { continue }
                places[index].lines.answer(.told(log, message))
            }
        }
        return answer
    }

    mutating func connect(_ index: Int) throws {
        places[index].lines.connect()
        let hello = EngineDeed.node(.hello(seen: seen, life: Self.life))
        guard case .life(let epoch, _, _) = try perform(hello) else { return }
        seen = max(seen, epoch)
        places[index].node.handle(.resumed(epoch: epoch), at: now)
        try attend(index)
    }

    /// The engine does what was asked.
    mutating func carry(_ index: Int, _ line: Int) throws {
        guard let wish = places[index].lines.takeAsked(on: line) else { return }
        switch wish {
        case .ask(let number, let deed):
            let outcome: EngineOutcome =
                deed.needsRoom && now < fullUntil && !isCalm
                ? .refused(RedisError(Array("OOM command not allowed".utf8)))
                : .answered(try perform(deed))
            places[index].lines.answer(.settled(number, outcome), on: line)
        case .follow(let number, let log):
            places[index].lines.follow(log)
            places[index].lines.answer(.settled(number, .answered(.done)), on: line)
        }
    }

    /// The node hears what was said to it.
    mutating func deliver(_ index: Int, _ line: Int) throws {
        switch places[index].lines.takeHeard(on: line)?.word {
        case nil: return
        case .told(let log, let message):
            let isGarbled = !isCalm && troubles.strikes(.garbledMessage, once: 25)
            places[index].node.handle(.told(log, isGarbled ? nil : [message]), at: now)
        case .settled(let number, let outcome):
            places[index].node.handle(.settled(number, outcome), at: now)
        }
        try attend(index)
    }

    /// What a node wants of the engine is on its way, or nobody hears it.
    mutating func takeWishes(of index: Int) {
        for log in places[index].node.takeLeft() { places[index].lines.unfollow(log) }
        for wish in places[index].node.takeWishes() where places[index].lines.say(wish) == nil {
            places[index].node.handle(.settled(wish.number, .unsent), at: now)
        }
    }
}

/// Trouble.
extension EngineWorld {
    mutating func hurt(_ index: Int, by trouble: Trouble) throws {
        switch trouble {
        case .cut: try cut(index)
        case .killed:
            noteEncounters()
            try replace(index)
        case .asleep:
            // Its sleep was taken for death.
            guard doomed[index] == nil else { return }
            doomed[index] = now + .milliseconds(Int64(100 + random.below(2_000)))
            try declareDead(places[index].node.incarnation)
        case .restarted:
            engine.restart()
            for index in places.indices { try cut(index) }
        case .full: fullUntil = now + .milliseconds(Int64(200 + random.below(1_500)))
        case .lostMessage, .garbledMessage, .lostAnswer: break
        }
    }

    /// Of what was asked the engine does some, of which nobody hears.
    mutating func cut(_ index: Int) throws {
        guard places[index].lines.isConnected else { return }
        noteEncounters()
        let loss = places[index].lines.break()
        for deed in loss.deeds where random.chance(1, in: 2) {
            guard troubles.happens(.lostAnswer) else { continue }
            _ = try perform(deed)
        }
        noteEncounters()
        for number in loss.numbers {
            places[index].node.handle(.settled(number, .lost), at: now)
        }
        places[index].node.handle(.broken, at: now)
        try attend(index)
    }
}

extension EngineMessage {
    /// Whether it is about something that stands in the log.
    var isOfLog: Bool {
        if case .viewed = entry.act { false } else { true }
    }
}

extension EngineWorld {
    /// By how few of its troubles this world, which fails, still does so, and how. `meeting` makes
    /// it anew, with only some of them, by their numbers.
    func fewestTroubles(
        in steps: Int, meeting: (Set<Int>) -> Self
    ) -> (numbers: [Int], error: String) {
        TroubleTally<Trouble>.fewest(among: troubles.count) { numbers in
            var world = meeting(Set(numbers))
            do {
                try world.run(steps)
                return nil
            } catch {
                return "\(error)"
            }
        }
    }
}
