import EngineSamples
import SharedLog
import SimperiumClock
import SimperiumWire
import Simulation
import SyncHub

/// A few nodes with hubs on one engine, clients who wander between them, and trouble on all lines.
///
/// It knows what the engine has really done, and stops at the first thing that a hub gets wrong.
struct HubWorld: EngineWorld {
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// What the engine has really done in a log.
    struct Truth {
        var entries: [Ordinal: EngineEntry] = [:]
        /// How many objects the guarded bucket has.
        var guarded: Set<ObjectKey> = []
    }

    static let logs = Names.logs
    static let plain = Names.buckets[0]
    static let guarded = Names.buckets[2]
    static let owned = Names.buckets[1]
    /// For how long objects wait for their owners.
    static let grace = Duration.seconds(5)
    /// So few changes that logs go beyond it. Of removals all are remembered: what was forgotten
    /// may be done twice.
    static let limits = StoreLimits(logLength: 3, removals: 1_000)

    var random: SeededRandom
    var troubles: Troubles
    var engine = ModelEngine()
    var now = Instant.start
    var places: [EnginePlace] = []
    var clients: [ScriptedClient] = []
    var owners: [PresentClient] = []
    /// Nodes that were taken for dead and do not know it yet.
    var doomed: [Int: Instant] = [:]
    /// Until when the engine has no room.
    var fullUntil = Instant.start
    var connections: UInt64 = 0
    var ownings = Ownings()
    var truths: [SharedLogID: Truth] = [:]
    var isCalm = false
    var seen: UInt32 = 0
    /// Those of nodes that are no more.
    private(set) var pastEncounters: [Encounters] = []
    private(set) var pastCounts: [String: Int] = [:]

    /// With `allowing` only these troubles strike, by their numbers.
    init(seed: UInt64, allowing allowed: Set<Int>? = nil) {
        random = SeededRandom(seed: seed)
        troubles = Troubles(seed: random.next(), allowing: allowed)
        for _ in 0..<2 + random.below(3) { places.append(newPlace()) }
        for number in 0..<4 + random.below(3) {
            let bucket = number % 4 < 2 ? Self.plain : Self.guarded
            let log = Self.logs[number % 2]
            clients.append(ScriptedClient("client-\(number)", of: log.user, in: bucket))
        }
        for number in 0..<2 + random.below(2) {
            let hasSeat = number.isMultiple(of: 2)
            let log = Self.logs[number / 2]
            owners.append(
                PresentClient("owner-\(number)", of: log.user, in: Self.owned, hasSeat: hasSeat))
        }
        engine.setPresence(of: [Self.owned], grace: Self.grace, in: Self.logs[0].app, at: stamp)
    }

    /// How often what came to pass.
    var counts: [String: Int] {
        var all = pastCounts
        for place in places { all.merge(place.node.counts, uniquingKeysWith: +) }
        for (trouble, count) in troubles.counts { all[trouble.rawValue] = count }
        all["returned"] = owners.reduce(0) { $0 + $1.returns }
        all["accepted"] = clients.reduce(0) { $0 + $1.accepted.count }
        all["refused"] = clients.reduce(0) { $0 + $1.refusals }
        return all
    }

    /// Which troubles were met within an append, alone and together.
    var met: (troubles: Set<Trouble>, pairs: Set<Trouble.Pair>) {
        let all = pastEncounters + places.map(\.encounters)
        return (
            all.reduce(into: []) { $0.formUnion($1.met) },
            all.reduce(into: []) { $0.formUnion($1.pairs) }
        )
    }

    mutating func newPlace() -> EnginePlace {
        newPlace(keeping: Self.limits, guards: FewObjects(in: Self.guarded))
    }

    /// Takes note of what the engine has really done.
    mutating func note(_ entry: EngineEntry, in log: SharedLogID) throws {
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

    /// Another life begins where one has ended, and all look after what it leaves.
    mutating func replace(_ index: Int) throws {
        doomed[index] = nil
        let old = places[index].node.incarnation
        for client in clients.indices where clients[client].line?.node == index {
            clients[client].end()
        }
        for owner in owners.indices where owners[owner].line?.node == index {
            owners[owner].end(at: now)
        }
        places[index].encounters.close()
        pastEncounters.append(places[index].encounters)
        pastCounts.merge(places[index].node.counts, uniquingKeysWith: +)
        places[index] = newPlace()
        try declareDead(old)
    }
}

extension HubWorld {
    /// Goes through trouble, and then through none until all is quiet.
    mutating func run(_ count: Int) throws {
        for _ in 0..<count { try step() }
        isCalm = true
        try compare()
        try rest()
        // What is due a while later does no harm, either.
        let end = now + Self.grace + .seconds(2)
        while now < end { try step() }
        try rest()
        try checkEnd()
    }

    /// Nobody knows by itself that the last message was lost.
    private mutating func compare() throws {
        for index in places.indices {
            places[index].node.handle(.compare, at: now)
            try attend(index)
        }
    }

    private mutating func rest() throws {
        for _ in 0..<3_000 {
            if try isQuiet { return }
            try step()
        }
        throw Failure(description: "it never rests")
    }

    private var isQuiet: Bool {
        get throws {
            guard doomed.isEmpty, clients.allSatisfy(\.isQuiet), owners.allSatisfy(\.isQuiet),
                places.allSatisfy({ place in
                    place.lines.isConnected && place.lines.isEmpty
                        && place.node.nextDeadline.map { $0 > now } != false
                })
            else { return false }
            return Self.logs.allSatisfy { log in
                Set(objects(in: Self.owned, of: log).keys)
                    == Set(owners.filter { $0.user == log.user }.map(\.key))
            }
        }
    }

    private mutating func step() throws {
        now = now + .milliseconds(Int64(random.below(isCalm ? 200 : 20)))
        let index = random.below(places.count)
        for (node, time) in doomed.sorted(by: { $0.key < $1.key }) where time <= now {
            try replace(node)
        }
        if let time = places[index].node.nextDeadline, time <= now {
            places[index].node.wake(at: now)
            try attend(index)
        }
        guard places[index].lines.isConnected else { return try connect(index) }
        if !isCalm, let trouble = troubles.hurts() {
            try hurt(index, by: trouble)
            noteEncounters()
        }
        try talk()
        try own()
        guard places[index].lines.isConnected else { return }
        for line in EngineLines.numbers {
            for _ in 0..<random.below(4) { try carry(index, line) }
            for _ in 0..<random.below(4) { try deliver(index, line) }
        }
        noteEncounters()
    }

    /// Has those appends meet what has struck that may end by it.
    mutating func noteEncounters() {
        let fresh = troubles.takeFresh()
        for index in places.indices {
            let node = places[index].node
            places[index].encounters.note(
                fresh, isAppending: node.isAppending, finished: node.finishedAppends)
        }
    }
}
