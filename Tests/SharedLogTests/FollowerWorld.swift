import EngineSamples
import SharedLog
import SimperiumClock
import SimperiumWire

/// A few nodes that append to one log and follow it, and an engine that can't be relied on: lines
/// break with answers on them, messages are lost, lives begin and end.
///
/// It knows what the engine has really done, and stops at the first thing that a node gets wrong.
struct FollowerWorld {
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// What a node has said and the engine has not heard, and what the engine has said to it.
    private enum Word {
        case ask(EngineDeed)
        case answer(EngineDeed, EngineOutcome)
        case told(EngineMessage)
    }

    private struct Node {
        var incarnation: Incarnation
        var follower: LogFollower
        var isConnected = false
        var isOpening = false
        /// In the order of the line; the second line has the long answers.
        var asked: [[Word]] = [[], []]
        var heard: [[Word]] = [[], []]
        /// What was folded since the last reset.
        var folded: [EngineEntry] = []
        /// Batches by number that are to be appended, the first of them now.
        var wanted: [Int] = []
        var isAppending = false
    }

    static let log = Names.logs[0]
    private static let life = Duration.seconds(3_600)

    private var random: SeededRandom
    private var engine = ModelEngine()
    private var now = Instant.start
    private var nodes: [Node] = []
    private var batches = 0
    /// What stands at each place, and which batches were acknowledged.
    private var truth: [Ordinal: EngineEntry] = [:]
    private var appended: Set<Int> = []
    private var acknowledged: Set<Int> = []
    private var isCalm = false
    private(set) var faults: [String: Int] = [:]

    init(seed: UInt64) {
        random = SeededRandom(seed: seed)
        for _ in 0..<2 + random.below(3) { nodes.append(newNode()) }
    }

    private var stamp: Stamp { Stamp(milliseconds: 1_000_000) + (now - .start) }

    private mutating func perform(_ deed: EngineDeed) throws -> (EngineAnswer, [EngineMessage]) {
        let (answer, told) = engine.perform(deed, at: stamp)
        for message in told {
            let place = message.entry.place
            if let batch = message.entry.batch { appended.insert(batch) }
            guard truth.updateValue(message.entry, forKey: place) == nil else {
                throw Failure(description: "\(place) was given out twice")
            }
            for index in nodes.indices where nodes[index].isConnected {
                if !isCalm, random.chance(1, in: 12) {
                    faults["lost message", default: 0] += 1
                    continue
                }
                nodes[index].heard[0].append(.told(message))
            }
        }
        return (answer, told)
    }

    private mutating func newNode() -> Node {
        let seen = nodes.map(\.incarnation.rawValue).max() ?? 0
        let deed = EngineDeed.node(.begin(seen: seen, life: Self.life))
        guard case .incarnation(let incarnation) = engine.perform(deed, at: stamp).answer else {
            preconditionFailure("a node begins")
        }
        return Node(
            incarnation: incarnation, follower: LogFollower(Self.log, as: incarnation))
    }
}

extension FollowerWorld {
    /// Goes through trouble, and then through none until all is quiet.
    mutating func run(_ count: Int) throws {
        for _ in 0..<count { try step() }
        isCalm = true
        try rest()
        // What a renewal tells.
        for index in nodes.indices { try handle(.seen(head), of: index) }
        try rest()
        try checkEnd()
    }

    private mutating func rest() throws {
        for _ in 0..<4_000 {
            if isQuiet { return }
            try step()
        }
        throw Failure(description: "it never rests")
    }

    private var head: Ordinal {
        var engine = engine
        guard case .fact(_, let head) = engine.perform(.read(.buckets, Self.log), at: stamp).answer
        else { preconditionFailure("a head is answered") }
        return head
    }

    private var isQuiet: Bool {
        nodes.allSatisfy {
            $0.isConnected && $0.wanted.isEmpty && $0.follower.isReady
                && $0.asked.allSatisfy(\.isEmpty) && $0.heard.allSatisfy(\.isEmpty)
        }
    }

    private mutating func step() throws {
        now = now + .milliseconds(Int64(random.below(20)))
        let index = random.below(nodes.count)
        try handle(.wake, of: index)
        guard nodes[index].isConnected else { return try connect(index) }
        if !isCalm, random.chance(1, in: 25) { return try hurt(index) }
        switch random.below(5) {
        case 0 where !isCalm: want(index)
        case 1...2: try carry(index, random.below(2))
        default: try deliver(index, random.below(2))
        }
        try appendNext(index)
    }

    private mutating func want(_ index: Int) {
        guard nodes[index].wanted.count < 3 else { return }
        batches += 1
        nodes[index].wanted.append(batches)
    }

    private mutating func hurt(_ index: Int) throws {
        switch random.below(10) {
        case 0...5: try cut(index)
        case 6:
            faults["killed", default: 0] += 1
            let old = nodes[index].incarnation
            let unsaid = nodes[index].wanted
            nodes[index] = newNode()
            nodes[index].wanted = unsaid
            _ = try perform(.lease(.bury(old, grace: .zero), Self.log))
        case 7:
            // Its sleep was taken for death.
            faults["buried alive", default: 0] += 1
            _ = try perform(.lease(.bury(nodes[index].incarnation, grace: .zero), Self.log))
        case 8:
            faults["engine restarted", default: 0] += 1
            engine.restart()
            for index in nodes.indices { try cut(index) }
        default:
            faults["noted", default: 0] += 1
            let lease = EngineLease(
                Ordinal(epoch: 1, count: UInt64(batches)), in: Names.buckets[1], secret: "s",
                of: Names.clients[0])
            let holder = EngineHolder(nodes[index].incarnation, 1)
            _ = try perform(.lease(.begin(lease, holder), Self.log))
            _ = try perform(.lease(.away(lease.id, holder, grace: .zero), Self.log))
        }
    }

    /// Of what was asked the engine does some, of which nobody hears.
    private mutating func cut(_ index: Int) throws {
        guard nodes[index].isConnected else { return }
        faults["cut", default: 0] += 1
        nodes[index].isConnected = false
        nodes[index].isOpening = false
        let (asked, heard) = (nodes[index].asked, nodes[index].heard)
        (nodes[index].asked, nodes[index].heard) = ([[], []], [[], []])
        var lost: [EngineDeed] = []
        for words in asked {
            for case .ask(let deed) in words {
                lost.append(deed)
                if random.chance(1, in: 2) {
                    faults["answer lost", default: 0] += 1
                    _ = try perform(deed)
                }
            }
        }
        for case .answer(let deed, _) in heard.flatMap(\.self) { lost.append(deed) }
        for deed in lost { try settle(deed, .lost, of: index) }
        try handle(.broken, of: index)
    }

    private mutating func connect(_ index: Int) throws {
        nodes[index].isConnected = true
        try open(index)
    }

    private mutating func open(_ index: Int) throws {
        guard nodes[index].isConnected, !nodes[index].isOpening else { return }
        nodes[index].isOpening = true
        let hello = EngineDeed.node(.hello(seen: 0, life: Self.life))
        guard case .life(let epoch, _, _) = try perform(hello).0 else { return }
        nodes[index].asked[1].append(
            .ask(.log(.open(nodes[index].incarnation, epoch: epoch, grace: .zero), Self.log)))
    }
}

extension FollowerWorld {
    /// The engine does what was asked.
    private mutating func carry(_ index: Int, _ line: Int) throws {
        guard !nodes[index].asked[line].isEmpty,
            case .ask(let deed) = nodes[index].asked[line].removeFirst()
        else { return }
        let (answer, _) = try perform(deed)
        nodes[index].heard[line].append(.answer(deed, .answered(answer)))
    }

    /// The node hears what was said to it.
    private mutating func deliver(_ index: Int, _ line: Int) throws {
        guard !nodes[index].heard[line].isEmpty else { return }
        switch nodes[index].heard[line].removeFirst() {
        case .ask: break
        case .told(let message):
            let isPlain = isCalm || !random.chance(1, in: 50)
            try handle(.told(isPlain ? [message] : nil), of: index)
        case .answer(let deed, let outcome): try settle(deed, outcome, of: index)
        }
    }

    private mutating func settle(
        _ deed: EngineDeed, _ outcome: EngineOutcome, of index: Int
    ) throws {
        switch deed {
        case .log(.append, _): try handle(.appended(outcome), of: index)
        case .read: try handle(.missed(outcome), of: index)
        case .log(.open, _):
            nodes[index].isOpening = false
            switch outcome {
            case .answered(.opened(let log)): try handle(.opened(log), of: index)
            case .answered(.fenced): beginAnew(index)
            default: break
            }
        default: break
        }
    }

    private mutating func beginAnew(_ index: Int) {
        let wanted = nodes[index].wanted
        nodes[index] = newNode()
        nodes[index].wanted = wanted
    }

    private mutating func appendNext(_ index: Int) throws {
        guard nodes[index].follower.isReady, !nodes[index].isAppending,
            let number = nodes[index].wanted.first
        else { return }
        // Whoever sends a change again is told that it is there already.
        if appended.contains(number) {
            nodes[index].wanted.removeFirst()
            return
        }
        nodes[index].isAppending = true
        try handle(.append(Self.batch(number, random.below(3) + 1)), of: index)
    }

    private static func batch(_ number: Int, _ count: Int) -> [EngineChange] {
        (0..<count).compactMap { offset in
            guard let id = ChangeID("\(number)-\(offset)"), let key = ObjectKey("k\(number % 5)")
            else { return nil }
            let isLong = number % 7 == 0
            let entry = [UInt8](repeating: 1, count: isLong ? EngineLimits.toldEntry + 1 : 2)
            return EngineChange(
                key, in: Names.buckets[number % 3], version: .first, previous: nil, by: id,
                entry: entry, object: [1])
        }
    }

    private mutating func handle(_ event: LogFollower.Event, of index: Int) throws {
        for effect in nodes[index].follower.handle(event, at: now) {
            try perform(effect, of: index)
        }
    }

    private mutating func perform(_ effect: LogFollower.Effect, of index: Int) throws {
        switch effect {
        case .read(let deed): nodes[index].asked[1].append(.ask(deed))
        case .append(let deed): nodes[index].asked[0].append(.ask(deed))
        case .fold(let entry): try fold(entry, index)
        case .done:
            nodes[index].isAppending = false
            let number = nodes[index].wanted.removeFirst()
            guard nodes[index].folded.last(where: { $0.batch == number }) != nil else {
                throw Failure(description: "\(number) is done and was not folded")
            }
            acknowledged.insert(number)
        case .workAgain: nodes[index].isAppending = false
        case .reopen: try open(index)
        case .reset:
            faults["reset", default: 0] += 1
            nodes[index].folded = []
            nodes[index].isAppending = false
            try open(index)
        case .dead: beginAnew(index)
        case .held, .refused, .full: throw Failure(description: "\(effect)")
        }
    }

    private mutating func fold(_ entry: EngineEntry, _ index: Int) throws {
        guard truth[entry.place] == nil || truth[entry.place]?.isLike(entry) == true else {
            throw Failure(description: "node \(index) folds what is not there: \(entry)")
        }
        if let last = nodes[index].folded.last, entry.place.count != last.place.count + 1 {
            throw Failure(description: "node \(index) folds \(entry.place) behind \(last.place)")
        }
        nodes[index].folded.append(entry)
    }

    private func checkEnd() throws {
        for (index, node) in nodes.enumerated() where node.follower.head != head {
            throw Failure(
                description: "node \(index) is at \(node.follower.head ?? .zero), not \(head)")
        }
        var seen: [ChangeID: Ordinal] = [:]
        for entry in truth.values {
            guard case .change(let record) = entry.act else { continue }
            guard seen.updateValue(entry.place, forKey: record.changeID) == nil else {
                throw Failure(description: "\(record.changeID) is there twice")
            }
        }
        for number in acknowledged where !appended.contains(number) {
            throw Failure(description: "\(number) was acknowledged and is not there")
        }
    }
}

extension EngineEntry {
    /// Which batch it is of.
    fileprivate var batch: Int? {
        guard case .change(let record) = act else { return nil }
        return record.changeID.text.split(separator: "-").first.flatMap { Int($0) }
    }

    /// The same, but that long ones were told without what they say.
    fileprivate func isLike(_ other: EngineEntry) -> Bool {
        guard case .change(let mine) = act, case .change(let theirs) = other.act else {
            return self == other
        }
        return place == other.place && mine.changeID == theirs.changeID && mine.key == theirs.key
            && theirs.entry != nil
    }
}
