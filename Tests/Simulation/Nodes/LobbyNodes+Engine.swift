internal import Host
internal import RedisWire
internal import SharedLog
internal import SimperiumClock
internal import SimperiumWire
internal import SyncHub

/// The messages between nodes and Redis.
extension LobbyNodes {
    private mutating func delay() -> Duration { .microseconds(Int64(50 + random.below(longest))) }

    mutating func say(_ wish: EngineLines.Wish, by node: Int) {
        guard let line = nodes[node].lines.say(wish) else {
            return settle(wish.number, .unsent, node)
        }
        agenda.enter(.carries(node: node, line: line), at: now + delay())
    }

    private mutating func ask(_ deed: EngineDeed, _ question: LobbyNode.Question, by node: Int) {
        say(.ask(nodes[node].note(question), deed), by: node)
    }

    /// Lets Redis do the next command of a connection.
    mutating func carry(_ node: Int, _ line: Int, _ happening: Happening) {
        guard silentUntil <= now else { return agenda.enter(happening, at: silentUntil) }
        guard let wish = nodes[node].lines.takeAsked(on: line) else { return }
        switch wish {
        case .ask(let number, let deed):
            if !isCalm, case .log(.append, _) = deed, random.chance(1, in: 40),
                tally.happens(.lostAnswer)
            {
                _ = perform(deed)
                return cut(node, losing: [number])
            }
            let isFull = deed.needsRoom && now < fullUntil && !isCalm
            let outcome: EngineOutcome =
                isFull
                ? .refused(RedisError(Array("OOM command not allowed".utf8)))
                : .answered(perform(deed))
            // The life of a node may be reported before replicas have it.
            let isOfLife = if case .node = deed { true } else { false }
            answer(.settled(number, outcome), node, line, isOfLife ? 0 : deeds)
        case .follow(let number, let log):
            nodes[node].lines.follow(log)
            answer(.settled(number, .answered(.done)), node, line, 0)
        }
    }

    private mutating func answer(
        _ word: EngineLines.Word, _ node: Int, _ line: Int, _ deeds: Int
    ) {
        nodes[node].lines.answer(word, on: line, after: deeds)
        agenda.enter(.delivers(node: node, line: line), at: now + delay())
    }

    mutating func perform(_ deed: EngineDeed) -> EngineAnswer {
        let (answer, messages) = engine.perform(deed, at: stamp)
        deeds += 1
        if case .log(.append(let changes, _, _), let log) = deed, case .written = answer,
            log.user == Self.user
        {
            for change in changes {
                truth.note(
                    LobbyTruth.Change(
                        id: change.changeID, key: change.key, bucket: change.bucket,
                        object: change.object))
            }
        }
        if let replicas, replicas.last?.deeds != deeds {
            self.replicas = replicas + [(deeds, engine, truth)]
        }
        guard let log = deed.log else { return answer }
        for message in messages {
            for node in nodes.indices where nodes[node].lines.follows(log) {
                if !isCalm, random.chance(1, in: 40), tally.happens(.lostMessage) { continue }
                self.answer(.told(log, message), node, 0, deeds)
            }
        }
        return answer
    }

    /// Delivers the next message to a node.
    mutating func deliver(_ node: Int, _ line: Int) {
        guard let heard = nodes[node].lines.takeHeard(on: line) else { return }
        // A replica that is promoted has at least this.
        if let first = replicas?.firstIndex(where: { $0.deeds >= heard.deeds }) {
            replicas?.removeFirst(first)
        }
        switch heard.word {
        case .told(let log, let message): nodes[node].hub?.handle(.told(log, [message]), at: now)
        case .settled(let number, let outcome): settle(number, outcome, node)
        }
        attend(node)
    }

    private mutating func settle(_ number: UInt64, _ outcome: EngineOutcome, _ node: Int) {
        if let number = nodes[node].hubsNumber(number) {
            nodes[node].hub?.handle(.settled(number, outcome), at: now)
        } else if let question = nodes[node].takeQuestion(number) {
            settle(question, outcome, node)
        }
    }
}

/// The lives of nodes, as `SharedEngine` has them.
extension LobbyNodes {
    mutating func connect(_ node: Int) {
        guard !nodes[node].lines.isConnected else { return }
        guard silentUntil <= now else {
            return agenda.enter(.begins(node: node), at: silentUntil + delay() * 100)
        }
        nodes[node].lines.connect()
        live(.ready, node)
        attend(node)
    }

    mutating func live(_ event: NodeLife.Event, _ node: Int) {
        for effect in nodes[node].life.handle(event, at: now) { perform(effect, node) }
    }

    private mutating func perform(_ effect: NodeLife.Effect, _ node: Int) {
        switch effect {
        case .ask(let deed): ask(.node(deed), .life, by: node)
        case .begun(let incarnation, let epoch):
            let guards = LobbyGuards(of: Self.log)
            nodes[node].begin(
                HubNode(
                    incarnation, epoch: epoch, guards: guards, all: Self.everybody,
                    told: nodes[node].clock, at: now))
        case .resumed(_, let epoch):
            nodes[node].isShut = false
            nodes[node].hub?.handle(.resumed(epoch: epoch), at: now)
        case .die:
            nodes[node].isShut = true
            hangUp(sortedConnections(of: node), of: node)
            nodes[node].hub = nil
        case .isolated:
            nodes[node].isShut = true
            hangUp(sortedConnections(of: node), of: node)
        case .clock(let stamp):
            nodes[node].clock = stamp
            nodes[node].hub?.handle(.clock(stamp), at: now)
            if nodes[node].isTimeToCompare() { nodes[node].hub?.handle(.compare, at: now) }
        case .findLogs(let dead): ask(.node(.logs(of: dead)), .logs(of: dead), by: node)
        case .bury(let dead, let log):
            let bury = LeaseDeed.bury(dead, grace: .seconds(20))
            ask(.lease(bury, log), .burial(dead, in: log), by: node)
        case .forget(let dead): ask(.node(.buried(nil, dead)), .other(then: nil), by: node)
        case .refused, .rewriteFile: break
        }
    }

    private mutating func settle(
        _ question: LobbyNode.Question, _ outcome: EngineOutcome, _ node: Int
    ) {
        if case .life = question { return live(.answered(outcome), node) }
        guard case .answered(let answer) = outcome else { return }
        switch (question, answer) {
        case (.logs(let dead), .logs(let found)): live(.noted(found, of: dead), node)
        case (.burial(let dead, let log), .buried(let leases)):
            if leases > 0 { ask(.read(.buckets, log), .buckets(log), by: node) }
            let buried = NodeLife.Event.buried(log, dead)
            ask(.node(.buried(log, dead)), .other(then: buried), by: node)
        case (.buckets(let log), .fact(.stored(.buckets(let names)), _)):
            nodes[node].hub?.handle(.abandoned(names.map { log.bucket($0) }), at: now)
        case (.other(let event?), _): live(event, node)
        default: break
        }
    }
}

/// The faults.
extension LobbyNodes {
    /// Causes a random fault, and plans the next one.
    mutating func strike() {
        let node = random.below(nodes.count)
        let number = random.below(20)
        let rest = random.chance(1, in: 3) ? 300 + random.below(500) : 2_000 + random.below(6_000)
        agenda.enter(.strikes, at: now + .milliseconds(Int64(rest)))
        switch number {
        case 0..<5: if tally.happens(.lineCut) { cut(node) }
        case 5..<8: if tally.happens(.nodeKilled) { kill(node) }
        case 8..<11:
            guard tally.happens(.nodeAsleep) else { return }
            nodes[node].asleepUntil = now + .milliseconds(Int64(100 + random.below(12_000)))
        case 11..<14:
            guard tally.happens(.engineSilent) else { return }
            silentUntil = max(silentUntil, now + .milliseconds(Int64(50 + random.below(9_000))))
            // A node without an answer for this long gives up.
            agenda.enter(.losesPatience, at: now + .seconds(6))
        case 14..<18 where replicas != nil && random.chance(1, in: 2):
            if tally.happens(.enginePromoted) { promote() }
        case 14..<18:
            guard tally.happens(.engineKilled) else { return }
            engine.restart()
            endLines(silence: .milliseconds(Int64(50 + random.below(5_000))))
        default:
            guard tally.happens(.engineFull) else { return }
            fullUntil = now + .milliseconds(Int64(200 + random.below(4_000)))
        }
    }

    /// Kills a node's process and closes its clients' connections. Another process begins.
    mutating func kill(_ node: Int) {
        hangUp(sortedConnections(of: node), of: node)
        lose(nodes[node].lines.break())
        nodes[node] = LobbyNode(process: nodes[node].process + 1)
        agenda.enter(.begins(node: node), at: now + .milliseconds(Int64(random.below(3_000))))
    }

    /// Makes all nodes lose their connections, and sleep before they notice it.
    package mutating func sleepWithoutLine(for span: Duration) {
        for node in nodes.indices {
            cut(node)
            nodes[node].asleepUntil = now + span
        }
    }

    package mutating func killAll() {
        for node in nodes.indices { kill(node) }
    }

    /// Kills the node that has a connection.
    mutating func killNode(of connection: ConnectionID) {
        if let node = places[connection] { kill(node) }
    }

    private mutating func promote() {
        guard let index = replicas?.indices.randomElement(from: &random),
            let replica = replicas?[index]
        else { return }
        (engine, truth) = (replica.engine, replica.truth)
        replicas = [(deeds, engine, truth)]
        engine.restart()
        endLines(silence: .milliseconds(Int64(random.below(2_000))))
    }

    private mutating func endLines(silence: Duration) {
        for node in nodes.indices { cut(node) }
        silentUntil = max(silentUntil, now + silence)
    }

    mutating func loseLines() {
        guard silentUntil > now else { return }
        for node in nodes.indices { cut(node) }
    }

    /// Breaks a node's connections to Redis. Some of its commands may be done, but their replies
    /// are lost.
    private mutating func cut(_ node: Int, losing numbers: [UInt64] = []) {
        guard nodes[node].lines.isConnected else { return }
        let loss = nodes[node].lines.break()
        lose(loss)
        enter(.losesLine(node: node, numbers + loss.numbers), of: node, at: now + delay())
    }

    private mutating func lose(_ loss: EngineLines.Loss) {
        guard silentUntil <= now else { return }
        for deed in loss.deeds where random.chance(1, in: 2) { _ = perform(deed) }
    }

    mutating func loseLine(_ node: Int, _ numbers: [UInt64]) {
        for number in numbers { settle(number, .lost, node) }
        nodes[node].hub?.handle(.broken, at: now)
        live(.broken, node)
        attend(node)
        let rest = Duration.milliseconds(Int64(100 + random.below(1_900)))
        agenda.enter(.begins(node: node), at: now + rest)
    }
}

extension Range<Int> {
    fileprivate func randomElement(from random: inout SeededRandom) -> Int? {
        isEmpty ? nil : lowerBound + random.below(count)
    }
}
