import EngineSamples
import RedisWire
import SharedLog
import SimperiumClock
import SimperiumWire

/// Two users of an app who write into buckets of one name, and nodes that bring it to the feed,
/// whose lines break and who are killed.
struct FeedWorld {
    static let feed = FeedID(app: Names.logs[0].app, bucket: Names.buckets[0])
    private static let stamp = Stamp(milliseconds: 1_000_000)

    /// The one engine of all.
    final class Engine {
        var engine = ModelEngine()

        func perform(_ deed: EngineDeed) -> EngineAnswer {
            engine.perform(deed, at: FeedWorld.stamp).answer
        }
    }

    struct Node {
        var keeper: FeedKeeper<Int>
        /// What it has asked, and whether the engine has done it.
        var asked: [(number: UInt64, deed: EngineDeed, outcome: EngineOutcome?)] = []
        /// Where it has written since it began.
        var written: Set<Int> = []
        var answers: [Int: StoreAnswer] = [:]
        var unanswered: [Int] = []
        var fed = 0
    }

    let engine = Engine()
    private(set) var now = Instant.start
    private var random: SeededRandom
    private var writers: [WritingNode] = []
    var nodes: [Node] = []
    private let epoch: UInt32
    private(set) var written = [0, 0]

    init(seed: UInt64, nodes count: Int = 2) throws {
        random = SeededRandom(seed: seed)
        let (engine, hello) = (engine, NodeDeed.hello(seen: 0, life: .seconds(9)))
        guard case .life(let epoch, _, _) = engine.perform(.node(hello)) else { throw NoLife() }
        self.epoch = epoch
        for log in Names.logs {
            let begin = EngineDeed.node(.begin(seen: 0, life: .seconds(9)))
            guard case .incarnation(let incarnation) = engine.perform(begin) else { throw NoLife() }
            writers.append(
                WritingNode(
                    incarnation, epoch: epoch, keeping: StoreLimits(logLength: 50, removals: 9),
                    in: log.bucket(Self.feed.bucket)
                ) { .answered(engine.perform($0)) })
        }
        nodes = (0..<count).map { _ in Self.node(epoch) }
    }

    struct NoLife: Error {}

    private static func node(_ epoch: UInt32) -> Node {
        var keeper = FeedKeeper<Int>(of: [feed.app])
        keeper.begin(epoch: epoch)
        return Node(keeper: keeper)
    }

    /// All that the feed has, in its order.
    var entries: [UsersChange] {
        let page = FeedDeed.page(after: .zero, atMost: Portion(entries: 10_000))
        guard case .feed(.page(let found, _, _)) = engine.perform(.feed(page, Self.feed)) else {
            return []
        }
        return found ?? []
    }

    mutating func write(_ user: Int, at node: Int, count: Int = 1) {
        let keys = (0..<count).compactMap { ObjectKey("key-\(written[user] + $0)") }
        writers[user].change(keys)
        written[user] += count
        nodes[node].written.insert(user)
        handle(.grown(writers[user].bucket), at: node)
    }

    mutating func handle(_ event: FeedKeeper<Int>.Event, at node: Int) {
        for effect in nodes[node].keeper.handle(event, at: now) {
            switch effect {
            case .ask(let number, let deed): nodes[node].asked.append((number, deed, nil))
            case .answer(let asker, let answer): nodes[node].answers[asker] = answer
            case .unanswered(let asker, _): nodes[node].unanswered.append(asker)
            case .fed: nodes[node].fed += 1
            }
        }
    }

    /// The engine does what was asked first, and perhaps says so.
    mutating func answer(at node: Int, losing isLost: Bool = false) {
        guard !nodes[node].asked.isEmpty else { return }
        let (number, deed, _) = nodes[node].asked.removeFirst()
        let answer = engine.perform(deed)
        handle(.settled(number, isLost ? .lost : .answered(answer)), at: node)
    }

    /// What was asked is never heard of.
    mutating func breakLine(of node: Int) {
        for (number, deed, _) in exchange(&nodes[node].asked, with: []) {
            if random.chance(1, in: 2) { _ = engine.perform(deed) }
            handle(.settled(number, .lost), at: node)
        }
    }

    /// Another node buries it, and looks after where it has written; one more begins.
    mutating func kill(_ node: Int) {
        let left = nodes[node].written
        nodes[node] = Self.node(epoch)
        let other = (node + 1) % nodes.count
        for user in left.sorted() {
            nodes[other].written.insert(user)
            handle(.grown(writers[user].bucket), at: other)
        }
    }

    mutating func pass(_ span: Duration) {
        now = now + span
        for node in nodes.indices { handle(.wake, at: node) }
    }

    /// Everything that may go wrong does.
    mutating func step() {
        let node = random.below(nodes.count)
        switch random.below(20) {
        case 0: breakLine(of: node)
        case 1: kill(node)
        case 2...3: pass(.milliseconds(Int64(random.below(300))))
        case 4: answer(at: node, losing: true)
        case 5...9: write(random.below(2), at: node, count: 1 + random.below(4))
        default: answer(at: node)
        }
    }

    /// Nothing goes wrong any more.
    mutating func settle() {
        for _ in 0..<300 {
            for node in nodes.indices { while !nodes[node].asked.isEmpty { answer(at: node) } }
            pass(.milliseconds(100))
        }
    }
}
