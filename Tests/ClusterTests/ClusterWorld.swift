import Cluster
import SimperiumClock

/// Nodes that share a Redis, on one timeline from a seed, with the faults of nodes, connections and
/// Redis. It judges each step.
struct ClusterWorld {
    enum Fault: CaseIterable {
        case kill, leave, pauseNode, breakLine, pauseRedis, restart, promote, leap
    }

    private enum Step {
        case wake(Int, process: Int)
        case write(Int, process: Int, Shard, term: ClusterSequenceNumber)
        case closed(Int, process: Int, Shard)
        case arrive(Message)
        case answer(Message, Answer)
        case news(Int, process: Int, ClusterMembership.Event)
        case connect(Int, process: Int)
        case start(Int)
        case resume(Int)
        case fault
        case redisBack(promoted: Bool)
        case endPause

        /// The node whose process does not do this while it is paused.
        var node: Int? {
            switch self {
            case .wake(let node, _), .write(let node, _, _, _), .closed(let node, _, _),
                .news(let node, _, _), .connect(let node, _):
                node
            case .answer(let message, _): message.node
            case .arrive, .start, .resume, .fault, .redisBack, .endPause: nil
            }
        }
    }

    private enum Request {
        case call(ClusterRegistryCall)
        case count(Shard, term: ClusterSequenceNumber)
        case write(ShardOwnership, to: Shard, count: Int, number: Int)
    }

    private enum Answer {
        case reply(ClusterRegistryReply)
        case count(Int, Shard, term: ClusterSequenceNumber)
        case written(Shard, ClusterSequenceNumber, number: Int)
        case fenced(Shard, ClusterSequenceNumber)
    }

    /// A shard that a node leads.
    private struct Lead {
        let term: ClusterSequenceNumber
        var count: Int?
        var written = 0
    }

    /// A request on its way, and the connection that it is on.
    private struct Message {
        let node: Int
        let line: Int
        let life: Int
        let request: Request
    }

    private struct Node {
        var life: ClusterMembership?
        /// The number of the process.
        var process = 0
        /// The connection to Redis; nil if there is none.
        var line: Int?
        /// No message overtakes another one of its connection.
        var lastArrival = Instant.start
        var lastAnswer = Instant.start
        var isPaused = false
        /// Steps of a paused process.
        var waiting: [Step] = []
        /// The clock gains so many millionths.
        var gain: Int64 = 0
        var isHeld = false
        var leads: [Shard: Lead] = [:]
        var wake: Instant?
    }

    /// The shards that are written. The same holds for all, and fewer take less time.
    static let written = Shard.all.filter { $0.number.isMultiple(of: 5) }

    private var random: SeededRandom
    private var queue = ShardTimeline()
    /// The steps in the queue, by their numbers.
    private var steps: [Int: Step] = [:]
    private(set) var now = Instant(milliseconds: 1_000_000)
    private var nodes: [Node]
    private var registry = ModelRegistry()
    private var replica: ModelRegistry?
    private var isRedisUp = true
    private var redisPausedUntil = Instant.start
    /// The messages that arrived while Redis was paused.
    private var inbox: [Message] = []
    private var redisLeap = Duration.zero
    /// The number of Redis processes so far; and the messages to one that is gone are lost.
    private var redisLife = 0
    private var lines = 0
    private var processes = 0
    private let faults: [Fault]
    private var faultsLeft: Int
    /// The end of the last fault.
    private(set) var calmSince = Instant.start
    private(set) var failures: [String] = []
    /// The last write to each shard that clients were told about: its term, and its number in the
    /// term.
    private var told = Shard.all.map { _ in (term: ClusterSequenceNumber(rawValue: 0), number: 0) }
    private var leaders: [Shard: [ClusterSequenceNumber: Int]] = [:]
    private var generations: [ClusterSequenceNumber: Int] = [:]
    private(set) var terms = 0
    /// The time of the last write to each shard that was told.
    private(set) var lastWrites = Shard.all.map { _ in Instant.start }
    /// The number of times that a shard was passed to another node.
    private(set) var passages = 0

    init(seed: UInt64, faults: [Fault], most: Int) {
        random = SeededRandom(seed: seed)
        self.faults = faults
        faultsLeft = most
        nodes = (0..<3).map { _ in Node() }
        for index in nodes.indices {
            let start = now + .milliseconds(random.numberBelow(400))
            add(.start(index), at: start)
        }
        if most > 0 { add(.fault, at: now + .milliseconds(1_500 + random.numberBelow(1_500))) }
    }

    /// Runs for a time without further faults after the last one.
    mutating func run(calm: Duration) {
        let end = now + .seconds(120)
        while let time = queue.nextTime, time <= end, failures.isEmpty,
            faultsLeft > 0 || time <= calmSince + calm, let number = queue.next(),
            let step = steps.removeValue(forKey: number)
        {
            now = max(now, time)
            perform(step)
        }
    }

    private mutating func add(_ step: Step, at time: Instant) {
        steps[queue.add(at: time)] = step
    }

    /// The nodes that lead a shard.
    func writers(of shard: Shard) -> [Int] {
        nodes.indices.filter { nodes[$0].leads[shard] != nil && !nodes[$0].isHeld }
    }

    /// The terms of all shards.
    var writerTerms: [ClusterSequenceNumber?] {
        Shard.all.map { shard in writers(of: shard).first.flatMap { nodes[$0].leads[shard]?.term } }
    }

    /// The numbers of shards that the nodes lead.
    var shares: [Int] { nodes.filter { $0.life != nil }.map(\.leads.count) }

    mutating func fail(_ words: String) { failures.append("\(now - .start): \(words)") }
}

extension ClusterWorld {
    private mutating func perform(_ step: Step) {
        if let node = step.node, nodes[node].isPaused {
            nodes[node].waiting.append(step)
            return
        }
        switch step {
        case .wake(let node, let process):
            guard nodes[node].process == process else { return }
            nodes[node].wake = nil
            handle(.wake, at: node)
        case .write(let node, let process, let shard, let term):
            guard nodes[node].process == process, nodes[node].leads[shard]?.term == term else {
                return
            }
            write(at: node, shard, under: term)
        case .closed(let node, let process, let shard):
            if nodes[node].process == process { handle(.closed(shard), at: node) }
        case .arrive(let message): arrive(message)
        case .answer(let message, let answer): receive(answer, of: message)
        case .news(let node, let process, let event):
            if nodes[node].process == process { handle(event, at: node) }
        case .connect(let node, let process): connect(node, process)
        case .start(let node): start(node)
        case .resume(let node):
            nodes[node].isPaused = false
            for step in exchange(&nodes[node].waiting, with: []) { perform(step) }
        case .fault: disturb()
        case .redisBack(let isPromoted): startRedis(isPromoted)
        case .endPause:
            guard redisPausedUntil <= now else { return }
            for message in exchange(&inbox, with: []) { arrive(message) }
        }
    }

    private func clock(of node: Int) -> Instant {
        let elapsed = (now - .start).nanoseconds
        return Instant(nanoseconds: elapsed + elapsed / 1_000_000 * nodes[node].gain)
    }

    private mutating func start(_ node: Int) {
        guard nodes[node].life == nil else { return }
        processes += 1
        var fresh = Node()
        fresh.process = processes
        fresh.gain = Int64(random.numberBelow(20_000)) - 10_000
        fresh.life = ClusterMembership(
            nonce: random.next(), address: "10.0.0.1:\(processes)", format: 1,
            joining: ClusterJoinConditions(settings: [], mayBegin: true, isReplacing: false))
        nodes[node] = fresh
        connect(node, processes)
    }

    private mutating func connect(_ node: Int, _ process: Int) {
        guard nodes[node].process == process, nodes[node].life != nil, nodes[node].line == nil
        else { return }
        guard isRedisUp else { return connectSoon(node) }
        lines += 1
        nodes[node].line = lines
        nodes[node].lastArrival = now
        nodes[node].lastAnswer = now
        handle(.ready, at: node)
    }

    private mutating func connectSoon(_ node: Int) {
        let pause = Duration.milliseconds(50 + random.numberBelow(250))
        add(.connect(node, process: nodes[node].process), at: now + pause)
    }

    private mutating func breakLine(of node: Int) {
        guard nodes[node].line != nil else { return }
        nodes[node].line = nil
        // Nothing that was asked for under these terms is known to be done.
        for shard in nodes[node].leads.keys { nodes[node].leads[shard]?.count = nil }
        connectSoon(node)
        let news = Step.news(node, process: nodes[node].process, .broken)
        add(news, at: now)
    }

    private mutating func handle(_ event: ClusterMembership.Event, at node: Int) {
        let clock = clock(of: node)
        guard let effects = nodes[node].life?.handle(event, at: clock) else { return }
        for effect in effects { perform(effect, of: node) }
        guard let deadline = nodes[node].life?.nextDeadline else { return }
        let wait = max(deadline - clock, .zero)
        let time =
            now + .nanoseconds(wait.nanoseconds * 1_000_000 / (1_000_000 + nodes[node].gain))
            + .microseconds(1)
        if let wake = nodes[node].wake, wake <= time { return }
        nodes[node].wake = time
        add(.wake(node, process: nodes[node].process), at: time)
    }

    private mutating func perform(_ effect: ClusterMembership.Effect, of node: Int) {
        switch effect {
        case .ask(let call):
            if case .join(let entry, _) = call {
                let known = generations.updateValue(nodes[node].process, forKey: entry.generation)
                if known != nil { fail("generation \(entry.generation.rawValue) comes twice") }
            }
            send(.call(call), from: node)
        case .lead(let shard, let term):
            if leaders[shard, default: [:]].updateValue(nodes[node].process, forKey: term) != nil {
                fail("term \(term.rawValue) of a shard comes twice")
            }
            if term <= told[shard.number].term {
                fail("term \(term.rawValue) is not higher than \(told[shard.number].term)")
            }
            terms += 1
            nodes[node].leads[shard] = Lead(term: term)
            if Self.written.contains(shard) { send(.count(shard, term: term), from: node) }
        case .stepDown(let shard): nodes[node].leads[shard] = nil
        case .close(let shard):
            passages += 1
            if shard == .home { fail("the first shard is passed on") }
            // Its last writes are on the way before the call that passes it on.
            nodes[node].leads[shard] = nil
            add(
                .closed(node, process: nodes[node].process, shard),
                at: now + .milliseconds(1 + random.numberBelow(50)))
        case .hold: nodes[node].isHeld = true
        case .endHold: nodes[node].isHeld = false
        case .setWriter(_, let writer):
            if let writer { lookAt(writer, from: node) }
        case .gone: break
        case .refused(let refusal): fail("a node is refused: \(refusal)")
        case .left: stop(node, isKilled: false)
        }
    }

    /// A connection to the inner port of a writer that is gone is refused.
    private mutating func lookAt(_ writer: ClusterMembership.Writer, from node: Int) {
        guard !isRunning(writer.generation) else { return }
        add(
            .news(node, process: nodes[node].process, .portRefused(writer.generation)),
            at: now + .milliseconds(1 + random.numberBelow(40)))
    }

    private func isRunning(_ generation: ClusterSequenceNumber) -> Bool {
        nodes.contains { $0.process == generations[generation] && $0.life != nil }
    }
}

/// Redis, and the way there.
extension ClusterWorld {
    private mutating func send(_ request: Request, from node: Int) {
        guard let line = nodes[node].line else { return }
        let message = Message(node: node, line: line, life: redisLife, request: request)
        let time = max(nodes[node].lastArrival, now + .microseconds(random.delay()))
        nodes[node].lastArrival = time
        add(.arrive(message), at: time)
    }

    private mutating func arrive(_ message: Message) {
        guard message.life == redisLife, isRedisUp else { return }
        guard redisPausedUntil <= now else { return inbox.append(message) }
        // What a broken connection still holds arrives late.
        if nodes[message.node].line != message.line, random.chance(1, in: 2),
            message.line > 0
        {
            let late = Message(
                node: message.node, line: -message.line, life: message.life,
                request: message.request)
            return add(.arrive(late), at: now + .milliseconds(random.numberBelow(10_000)))
        }
        let answer = answer(to: message.request)
        guard nodes[message.node].line == message.line else { return }
        let time = max(nodes[message.node].lastAnswer, now + .microseconds(random.delay()))
        nodes[message.node].lastAnswer = time
        add(.answer(message, answer), at: time)
    }

    private mutating func answer(to request: Request) -> Answer {
        switch request {
        case .call(let call): .reply(registry.perform(call, at: now + redisLeap))
        case .count(let shard, let term): .count(registry.counts[shard.number], shard, term: term)
        case .write(let fence, let shard, let count, let number):
            registry.write(fence, to: shard, count: count)
                ? .written(shard, fence.term, number: number) : .fenced(shard, fence.term)
        }
    }

    private mutating func receive(_ answer: Answer, of message: Message) {
        let node = message.node
        guard nodes[node].line == message.line else { return }
        switch answer {
        case .reply(let reply): handle(.answered(reply), at: node)
        case .count(let count, let shard, let term):
            guard nodes[node].leads[shard]?.term == term else { return }
            nodes[node].leads[shard]?.count = count
            write(at: node, shard, under: term)
        case .fenced(let shard, let term):
            let lead = nodes[node].leads[shard]
            if lead?.term == term, lead?.count != nil,
                registry.ownerships[shard.number].term == term
            {
                fail("another write was performed under the term of a writer")
            }
            handle(.fenced(shard, term), at: node)
        case .written(let shard, let term, let number):
            // The gate looks at the clock before it opens.
            handle(.wake, at: node)
            guard nodes[node].leads[shard]?.term == term, !nodes[node].isHeld else { return }
            guard (term, number) > told[shard.number] else {
                return fail("\(term.rawValue)-\(number) is told after \(told[shard.number])")
            }
            told[shard.number] = (term, number)
            lastWrites[shard.number] = now
        }
    }

    private mutating func write(at node: Int, _ shard: Shard, under term: ClusterSequenceNumber) {
        handle(.wake, at: node)
        guard let lead = nodes[node].leads[shard], lead.term == term,
            let generation = nodes[node].life?.generation
        else { return }
        if let count = lead.count, !nodes[node].isHeld {
            nodes[node].leads[shard]?.count = count + 1
            nodes[node].leads[shard]?.written += 1
            send(
                .write(
                    ShardOwnership(owner: generation, term: term), to: shard, count: count,
                    number: lead.written + 1),
                from: node)
        }
        add(
            .write(node, process: nodes[node].process, shard, term: term),
            at: now + .milliseconds(1_000 + random.numberBelow(1_000)))
    }
}

/// Faults.
extension ClusterWorld {
    private mutating func disturb() {
        guard faultsLeft > 0, let fault = random.pick(faults) else { return }
        faultsLeft -= 1
        let node = random.numberBelow(nodes.count)
        var end = now
        switch fault {
        case .kill:
            end = now + .milliseconds(random.numberBelow(4_000))
            stop(node, isKilled: true)
            add(.start(node), at: end)
        case .leave:
            if !nodes[node].isPaused { handle(.leave, at: node) }
        case .pauseNode:
            end = now + .milliseconds(300 + random.numberBelow(12_000))
            if !nodes[node].isPaused {
                nodes[node].isPaused = true
                add(.resume(node), at: end)
            }
        case .breakLine: breakLine(of: node)
        case .pauseRedis:
            end = now + .milliseconds(100 + random.numberBelow(8_000))
            redisPausedUntil = max(redisPausedUntil, end)
            add(.endPause, at: end)
        case .restart:
            end = now + .milliseconds(random.numberBelow(2_000))
            stopRedis()
            add(.redisBack(promoted: false), at: end)
        case .promote:
            // The replica has all that was written until now.
            replica = registry
            end = now + .milliseconds(1 + random.numberBelow(1_000))
            add(.redisBack(promoted: true), at: end)
        case .leap: redisLeap += .milliseconds(random.numberBelow(15_000) - 5_000)
        }
        calmSince = max(calmSince, end, now)
        let pause = random.chance(1, in: 3) ? random.numberBelow(400) : random.numberBelow(5_000)
        add(.fault, at: now + .milliseconds(pause))
    }

    /// A fault from outside the schedule.
    mutating func pauseRedis(for time: Duration) {
        redisPausedUntil = now + time
        add(.endPause, at: redisPausedUntil)
        calmSince = redisPausedUntil
    }

    private mutating func stop(_ node: Int, isKilled: Bool) {
        guard let life = nodes[node].life else { return }
        let generation = life.generation
        nodes[node].life = nil
        nodes[node].line = nil
        nodes[node].leads = [:]
        nodes[node].isHeld = false
        nodes[node].isPaused = false
        nodes[node].waiting = []
        nodes[node].process = -1
        if !isKilled { add(.start(node), at: now + .milliseconds(random.numberBelow(1_000))) }
        guard let generation else { return }
        for other in nodes.indices where other != node && nodes[other].life != nil {
            let process = nodes[other].process
            let follows = Shard.all.contains {
                nodes[other].life?.remoteWriters[$0]?.generation == generation
            }
            guard follows else { continue }
            let time = now + .milliseconds(1 + random.numberBelow(20))
            add(.news(other, process: process, .connectionLost(generation)), at: time)
            add(
                .news(other, process: process, .portRefused(generation)),
                at: time + .milliseconds(random.numberBelow(40)))
        }
    }

    private mutating func stopRedis() {
        isRedisUp = false
        for node in nodes.indices { breakLine(of: node) }
    }

    private mutating func startRedis(_ isPromoted: Bool) {
        if isPromoted, let replica = exchange(&replica, with: nil) {
            let runs = registry.run
            registry = replica
            registry.run = runs
        }
        for node in nodes.indices { breakLine(of: node) }
        isRedisUp = true
        redisLife += 1
        registry.run += 1
    }
}

extension SeededRandom {
    /// Microseconds on the way to Redis or back: mostly few.
    fileprivate mutating func delay() -> Int {
        chance(1, in: 12) ? 1_000 + numberBelow(200_000) : 100 + numberBelow(2_000)
    }
}
