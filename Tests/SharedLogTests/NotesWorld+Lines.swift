import RedisWire
import SharedLog
import SimperiumClock
import SimperiumWire
import Simulation
import SyncHub

/// The nodes, the engine, and the lines between them.
extension NotesWorld {
    mutating func perform(_ deed: EngineDeed) -> EngineAnswer {
        let (answer, told) = engine.perform(deed, at: stamp)
        guard let log = deed.log else { return answer }
        for message in told {
            truths[log, default: []].append(message.entry)
            for index in places.indices where places[index].lines.follows(log) {
                if !isCalm, troubles.strikes(.lostMessage, once: 12) { continue }
                places[index].lines.answer(.told(log, message))
            }
        }
        return answer
    }

    mutating func connect(_ index: Int) throws {
        places[index].lines.connect()
        guard
            case .life(let epoch, _, _) = perform(.node(.hello(seen: 0, life: Self.life)))
        else { return }
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
                : .answered(perform(deed))
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

    mutating func hurt(_ index: Int, by trouble: Trouble) throws {
        switch trouble {
        case .cut: try cut(index)
        case .killed: try replace(index)
        case .asleep:
            // Its sleep was taken for death.
            guard doomed[index] == nil else { return }
            doomed[index] = now + .milliseconds(Int64(100 + random.below(2_000)))
            try bury(places[index].node.incarnation)
        case .restarted:
            engine.restart()
            for index in places.indices { try cut(index) }
        case .full: fullUntil = now + .milliseconds(Int64(200 + random.below(1_500)))
        case .lostMessage, .garbledMessage, .lostAnswer: break
        }
    }

    /// Of what was asked the engine does some, of which nobody hears.
    private mutating func cut(_ index: Int) throws {
        guard places[index].lines.isConnected else { return }
        let loss = places[index].lines.break()
        for deed in loss.deeds where random.chance(1, in: 2) {
            if troubles.happens(.lostAnswer) { _ = perform(deed) }
        }
        for number in loss.numbers {
            places[index].node.handle(.settled(number, .lost), at: now)
        }
        places[index].node.handle(.broken, at: now)
        try attend(index)
    }

    /// Another life begins where one has ended, which others notice a while later.
    mutating func replace(_ index: Int) throws {
        doomed[index] = nil
        for device in devices.indices where devices[device].line?.node == index {
            devices[device].end()
        }
        requests = requests.filter { $0.value != index }
        counts.merge(places[index].node.counts, uniquingKeysWith: +)
        let dead = places[index].node.incarnation
        unburied.append((dead, at: now + .milliseconds(Int64(random.below(1_500)))))
        unburied.sort { $0.at < $1.at }
        places[index] = newPlace()
    }

    /// Whoever buries looks after what is left.
    mutating func bury(_ dead: Incarnation) throws {
        for log in Self.logs {
            guard case .buried(let count) = perform(.lease(.bury(dead, grace: .zero), log)),
                count > 0
            else { continue }
            counts["inherited", default: 0] += 1
            let index = random.below(places.count)
            let bucket = BucketID(app: log.app, user: log.user, name: Self.bucket)
            places[index].node.handle(.abandoned([bucket]), at: now)
            try attend(index)
        }
    }

    /// Does what a node wants by now.
    mutating func attend(_ index: Int) throws {
        while true {
            takeWishes(of: index)
            for log in places[index].node.takeLeft() { places[index].lines.unfollow(log) }
            deliverMail(of: index)
            for (request, outcome) in places[index].node.takeAnswers() {
                guard requests.removeValue(forKey: request) != nil else {
                    throw HubWorld.Failure(description: "\(request) is answered twice: \(outcome)")
                }
                counts["answered", default: 0] += 1
            }
            for (connection, _) in places[index].node.takeClosed() {
                if let device = device(on: connection) { devices[device].end() }
            }
            if places[index].node.isQuiet { break }
        }
        if let fault = places[index].node.faults.first ?? devices.flatMap(\.faults).first {
            throw HubWorld.Failure(description: fault)
        }
        if places[index].node.isDead { try replace(index) }
    }

    private mutating func takeWishes(of index: Int) {
        for wish in places[index].node.takeWishes() {
            let line = places[index].lines.say(wish)
            // Nobody hears it.
            if line == nil { places[index].node.handle(.settled(wish.number, .unsent), at: now) }
        }
    }

    private mutating func deliverMail(of index: Int) {
        for (connection, frame) in places[index].node.takeMail() {
            guard let device = device(on: connection) else { continue }
            for answer in devices[device].hear(frame) {
                places[index].node.handle(.received(answer, from: connection), at: now)
            }
        }
    }

    private func device(on connection: ConnectionID) -> Int? {
        devices.firstIndex { $0.line?.connection == connection }
    }
}
