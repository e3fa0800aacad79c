import RedisWire
import SharedLog
import SimperiumClock
import SimperiumWire
import Simulation
import SyncHub

/// The engine, and the lines to it.
extension HubWorld {
    mutating func perform(_ deed: EngineDeed) throws -> EngineAnswer {
        let (answer, told) = engine.perform(deed, at: stamp)
        guard let log = deed.log else { return answer }
        for message in told {
            try note(message.entry, in: log)
            for index in places.indices where places[index].lines.follows(log) {
                if !isCalm, troubles.strikes(.lostMessage, once: 12) { continue }
                places[index].lines.answer(.told(log, message))
            }
        }
        return answer
    }

    private mutating func note(_ entry: EngineEntry, in log: SharedLogID) throws {
        let before = truths[log, default: Truth()].entries.updateValue(entry, forKey: entry.place)
        guard before == nil else {
            throw Failure(description: "\(entry.place) was given out twice")
        }
        guard case .change(let record) = entry.act else { return ownings.note(entry.act) }
        if record.bucket == Self.owned {
            if record.isRemoved { try checkRemoval(of: record.key) }
            ownings.note(entry.act)
        }
        guard record.bucket == Self.guarded else { return }
        if record.isRemoved {
            truths[log]?.guarded.remove(record.key)
        } else {
            truths[log]?.guarded.insert(record.key)
        }
        guard truths[log]?.guarded.count ?? 0 <= FewObjects.most else {
            throw Failure(description: "the guard was passed at \(entry.place)")
        }
    }

    mutating func connect(_ index: Int) throws {
        places[index].lines.connect()
        let hello = EngineDeed.node(.hello(seen: 0, life: Self.life))
        guard case .life(let epoch, _, _) = try perform(hello) else { return }
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

    mutating func hurt(_ index: Int, by trouble: Trouble) throws {
        switch trouble {
        case .cut: try cut(index)
        case .killed:
            noteEncounters()
            try bury(index)
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
    private mutating func cut(_ index: Int) throws {
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
