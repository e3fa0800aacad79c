import EngineSamples
import RedisWire
import SharedLog
import SimperiumClock
import SimperiumWire
import SyncHub
import Testing

/// Two nodes on one engine, by what each says and hears of who has an object open.
@Suite("Who has an object open at other nodes")
struct LogViewingTests {
    private static let log = Names.logs[0]
    private static let object = ViewedObject(Names.keys[0], in: Names.buckets[0])
    private static let (ann, bo) = (log.user, Names.logs[1].user)

    private var engine = ModelEngine()
    private var nodes: [NodeLogs<Int>] = []
    private var incarnations: [Incarnation] = []
    /// What each node was told last.
    private var seen: [[UserID]?] = [nil, nil]
    /// Nodes that hear nothing of what is told.
    private var deaf: Set<Int> = []
    /// How the engine answers the next deed of some node.
    private var outcome: EngineOutcome?
    private var left: [Int] = []
    private let stamp = Stamp(milliseconds: 5_000)

    init() {
        for _ in 0..<2 {
            let begin = EngineDeed.node(.begin(seen: 0, life: .seconds(6)))
            guard case .incarnation(let me) = engine.perform(begin, at: stamp).answer else {
                preconditionFailure("a node begins")
            }
            nodes.append(NodeLogs(of: me, epoch: 1, grace: .zero))
            incarnations.append(me)
        }
    }

    private mutating func handle(_ event: NodeLogs<Int>.Event, at node: Int) {
        for effect in nodes[node].handle(event, at: .start) {
            switch effect {
            case .ask(let number, let deed):
                if let outcome = outcome.take() {
                    handle(.settled(number, outcome), at: node)
                    continue
                }
                let (answer, told) = engine.perform(deed, at: stamp)
                handle(.settled(number, .answered(answer)), at: node)
                tell(told)
            case .follow(let number, _): handle(.settled(number, .answered(.done)), at: node)
            case .viewed(_, _, let users): seen[node] = users
            case .unfollow: left.append(node)
            default: break
            }
        }
    }

    private mutating func tell(_ messages: [EngineMessage]) {
        guard !messages.isEmpty else { return }
        for other in nodes.indices where !deaf.contains(other) {
            handle(.told(Self.log, messages), at: other)
        }
    }

    private mutating func view(_ users: UserID..., at node: Int) {
        handle(.viewed(Self.log, Self.object, by: users), at: node)
    }

    @Test("S241 Each node hears of the others' users, and no more when they have closed it")
    mutating func tells() {
        view(Self.ann, at: 0)
        #expect(seen == [nil, nil])
        view(Self.bo, at: 1)
        #expect(seen == [[Self.bo], [Self.ann]])
        view(at: 1)
        #expect(seen == [[], [Self.ann]])
    }

    @Test("S241 A log is followed for as long as one of its objects is open here, and no longer")
    mutating func leaves() {
        view(Self.ann, at: 0)
        handle(.compare, at: 0)
        #expect(nodes[0].followed == 1 && left.isEmpty)
        view(at: 0)
        // As long as an engine could forget that.
        for _ in 0..<2 {
            handle(.compare, at: 0)
            #expect(nodes[0].followed == 1)
        }
        handle(.compare, at: 0)
        #expect(nodes[0].followed == 0 && left == [0])
    }

    @Test("S241 What an engine has forgotten in another life is said once more, also that it ended")
    mutating func forgotten() {
        view(Self.ann, at: 0)
        view(Self.bo, at: 1)
        let before = engine
        view(at: 1)
        #expect(seen[0] == [])
        engine = before
        for node in nodes.indices {
            handle(.broken, at: node)
            handle(.resumed(epoch: 2), at: node)
        }
        handle(.compare, at: 0)
        #expect(seen[0] == [])
        view(Self.bo, at: 1)
        #expect(seen[0] == [Self.bo])
    }

    @Test("S241 What was not heard is found when it is looked for")
    mutating func lost() {
        view(Self.ann, at: 0)
        deaf = [0]
        view(Self.bo, at: 1)
        #expect(seen[0] == nil)
        handle(.compare, at: 0)
        #expect(seen[0] == [Self.bo])
    }

    @Test("S241 What could not be said is said as soon as the engine is there again")
    mutating func repeats() {
        view(Self.ann, at: 0)
        view(at: 0)
        view(Self.bo, at: 1)
        outcome = .lost
        view(Self.ann, at: 0)
        #expect(seen[1] == nil)
        handle(.broken, at: 0)
        handle(.resumed(epoch: 1), at: 0)
        #expect(seen == [[Self.bo], [Self.ann]])
    }

    @Test("S241 With a node that is buried goes what it has said")
    mutating func buried() {
        view(Self.ann, at: 0)
        view(Self.bo, at: 1)
        let bury = EngineDeed.lease(.bury(incarnations[1], grace: .zero), Self.log)
        tell(engine.perform(bury, at: stamp).told)
        #expect(seen[0] == [])
    }

    @Test("S241 Of many objects at once some are read after the others")
    mutating func many() {
        let keys = (0..<250).compactMap { ObjectKey("n-\($0)") }
        for key in keys {
            let object = ViewedObject(key, in: Names.buckets[0])
            handle(.viewed(Self.log, object, by: [Self.ann]), at: 0)
        }
        deaf = [0]
        let last = ViewedObject(keys[249], in: Names.buckets[0])
        handle(.viewed(Self.log, last, by: [Self.bo]), at: 1)
        #expect(seen[0] == nil)
        handle(.compare, at: 0)
        #expect(seen[0] == [Self.bo])
    }
}
