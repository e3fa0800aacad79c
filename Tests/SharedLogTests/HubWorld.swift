import EngineSamples
import SharedLog
import SimperiumClock
import SimperiumJSON
import SimperiumWire
import SyncHub

/// A few nodes with hubs on one engine, clients who wander between them, and trouble on all lines.
///
/// It knows what the engine has really done, and stops at the first thing that a hub gets wrong.
struct HubWorld {
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    enum Word {
        case wish(HubNode.Wish)
        case settled(UInt64, EngineOutcome)
        case told(SharedLogID, EngineMessage)

        var number: UInt64? {
            switch self {
            case .wish(.ask(let number, _)), .wish(.follow(let number, _)),
                .settled(let number, _):
                number
            case .told: nil
            }
        }
    }

    struct Place {
        var node: HubNode
        var isConnected = false
        var followed: Set<SharedLogID> = []
        /// In the order of the line; the second line has the long answers.
        var asked: [[Word]] = [[], []]
        var heard: [[Word]] = [[], []]
    }

    static let log = Names.logs[0]
    static let plain = Names.buckets[0]
    static let guarded = Names.buckets[2]
    static let owned = Names.buckets[1]
    /// For how long objects wait for their owners.
    static let grace = Duration.seconds(5)
    static let life = Duration.seconds(3_600)

    var random: SeededRandom
    var engine = ModelEngine()
    var now = Instant.start
    var places: [Place] = []
    var clients: [ScriptedClient] = []
    var owners: [PresentClient] = []
    /// Nodes that were taken for dead and do not know it yet.
    var doomed: [Int: Instant] = [:]
    var connections: UInt64 = 0
    var ownings = Ownings()
    var truth: [Ordinal: EngineEntry] = [:]
    /// How many objects the guarded bucket has.
    private var guardedKeys: Set<ObjectKey> = []
    var isCalm = false
    private(set) var faults: [String: Int] = [:]

    init(seed: UInt64) {
        random = SeededRandom(seed: seed)
        for _ in 0..<2 + random.below(3) { places.append(newPlace()) }
        for number in 0..<3 + random.below(3) {
            let bucket = number.isMultiple(of: 2) ? Self.plain : Self.guarded
            clients.append(ScriptedClient("client-\(number)", in: bucket))
        }
        for number in 0..<2 + random.below(2) {
            let hasSeat = number.isMultiple(of: 2)
            owners.append(PresentClient("owner-\(number)", in: Self.owned, hasSeat: hasSeat))
        }
        setOptions()
    }

    /// How often what came to pass.
    var counts: [String: Int] {
        var all = faults
        for place in places { all.merge(place.node.counts, uniquingKeysWith: +) }
        all["returned"] = owners.reduce(0) { $0 + $1.returns }
        all["accepted"] = clients.reduce(0) { $0 + $1.accepted.count }
        all["refused"] = clients.reduce(0) { $0 + $1.refusals }
        return all
    }

    var stamp: Stamp { Stamp(milliseconds: 1_000_000) + (now - .start) }

    mutating func newPlace() -> Place {
        let seen = places.map(\.node.incarnation.rawValue).max() ?? 0
        let hello = engine.perform(.node(.hello(seen: 0, life: Self.life)), at: stamp).answer
        let begin = EngineDeed.node(.begin(seen: seen, life: Self.life))
        guard case .life(let epoch, _, _) = hello,
            case .incarnation(let incarnation) = engine.perform(begin, at: stamp).answer
        else { preconditionFailure("a node begins") }
        return Place(
            node: HubNode(
                incarnation, epoch: epoch, guards: FewObjects(in: Self.guarded), at: now))
    }
}

extension HubWorld {
    /// Goes through trouble, and then through none until all is quiet.
    mutating func run(_ count: Int) throws {
        for _ in 0..<count { try step() }
        isCalm = true
        try compare()
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
        for _ in 0..<20_000 {
            if isQuiet { return }
            try step()
        }
        throw Failure(description: "it never rests")
    }

    private var isQuiet: Bool {
        places.allSatisfy { place in
            place.isConnected && place.asked.allSatisfy(\.isEmpty)
                && place.heard.allSatisfy(\.isEmpty)
                && place.node.nextDeadline.map { $0 > now + .seconds(30) } != false
        } && clients.allSatisfy(\.isQuiet) && owners.allSatisfy(\.isQuiet)
            && Set(objects(in: Self.owned).keys) == Set(owners.map(\.key))
    }

    private mutating func step() throws {
        now = now + .milliseconds(Int64(random.below(isCalm ? 200 : 20)))
        let index = random.below(places.count)
        for (node, time) in doomed.sorted(by: { $0.key < $1.key }) where time <= now {
            try bury(node)
        }
        if let time = places[index].node.nextDeadline, time <= now {
            places[index].node.wake(at: now)
            try attend(index)
        }
        guard places[index].isConnected else { return try connect(index) }
        if !isCalm, random.chance(1, in: 80) { return try hurt(index) }
        try talk()
        try own()
        for line in 0..<2 {
            for _ in 0..<random.below(4) { try carry(index, line) }
            for _ in 0..<random.below(4) { try deliver(index, line) }
        }
    }

    mutating func perform(_ deed: EngineDeed) throws -> EngineAnswer {
        let (answer, told) = engine.perform(deed, at: stamp)
        for message in told {
            try note(message.entry)
            for index in places.indices where places[index].isConnected {
                guard let log = deed.log, places[index].followed.contains(log) else { continue }
                if !isCalm, random.chance(1, in: 12) {
                    faults["lost message", default: 0] += 1
                    continue
                }
                places[index].heard[0].append(.told(log, message))
            }
        }
        return answer
    }

    private mutating func note(_ entry: EngineEntry) throws {
        guard truth.updateValue(entry, forKey: entry.place) == nil else {
            throw Failure(description: "\(entry.place) was given out twice")
        }
        guard case .change(let record) = entry.act else { return ownings.note(entry.act) }
        if record.bucket == Self.owned {
            if record.isRemoved { try checkRemoval(of: record.key) }
            ownings.note(entry.act)
        }
        guard record.bucket == Self.guarded else { return }
        if record.isRemoved {
            guardedKeys.remove(record.key)
        } else {
            guardedKeys.insert(record.key)
        }
        guard guardedKeys.count <= FewObjects.most else {
            throw Failure(description: "the guard was passed at \(entry.place)")
        }
    }
}

/// Clients.
extension HubWorld {
    private mutating func talk() throws {
        let client = random.below(clients.count)
        guard let line = clients[client].line else { return try dial(client) }
        if !isCalm, random.chance(1, in: 60) {
            clients[client].end()
            places[line.node].node.handle(.closed(line.connection, .broken), at: now)
            return try attend(line.node)
        }
        guard !isCalm, let frame = clients[client].write(&random, keys: Names.keys) else { return }
        places[line.node].node.handle(.received(frame, from: line.connection), at: now)
        try attend(line.node)
    }

    private mutating func dial(_ client: Int) throws {
        let node = random.below(places.count)
        connections += 1
        let connection = ConnectionID(rawValue: connections)
        let frame = clients[client].begin(at: node, connection)
        places[node].node.handle(.opened(connection, app: nil), at: now)
        places[node].node.handle(.received(Array(frame.utf8), from: connection), at: now)
        try attend(node)
    }

    /// Does what a node wants by now.
    mutating func attend(_ index: Int) throws {
        while true {
            for wish in places[index].node.takeWishes() {
                guard places[index].isConnected else {
                    // Nobody hears it.
                    if let number = Word.wish(wish).number {
                        places[index].node.handle(.settled(number, .unsent), at: now)
                    }
                    continue
                }
                places[index].asked[wish.line].append(.wish(wish))
            }
            for (connection, frame) in places[index].node.takeMail() {
                if let owner = owner(on: connection) {
                    for answer in owners[owner].hear(frame, grace: Self.grace, at: now) {
                        places[index].node.handle(.received(answer, from: connection), at: now)
                    }
                }
                guard let client = client(on: connection) else { continue }
                for answer in clients[client].hear(frame) {
                    places[index].node.handle(.received(answer, from: connection), at: now)
                }
            }
            for connection in places[index].node.takeClosed() {
                if let client = client(on: connection) { clients[client].end() }
                if let owner = owner(on: connection) { owners[owner].end(at: now) }
            }
            if places[index].node.isQuiet { break }
        }
        let faults = clients.flatMap(\.faults) + owners.flatMap(\.faults)
        if let fault = places[index].node.faults.first ?? faults.first {
            throw Failure(description: fault)
        }
        if places[index].node.isDead { try bury(index) }
    }

    private func client(on connection: ConnectionID) -> Int? {
        clients.firstIndex { $0.line?.connection == connection }
    }

    /// Another life begins where one has ended, and all look after what it leaves.
    private mutating func bury(_ index: Int) throws {
        doomed[index] = nil
        let old = places[index].node.incarnation
        for client in clients.indices where clients[client].line?.node == index {
            clients[client].end()
        }
        for owner in owners.indices where owners[owner].line?.node == index {
            owners[owner].end(at: now)
        }
        places[index] = newPlace()
        try declareDead(old)
    }
}

/// Lines.
extension HubWorld {
    private mutating func connect(_ index: Int) throws {
        places[index].isConnected = true
        let hello = EngineDeed.node(.hello(seen: 0, life: Self.life))
        guard case .life(let epoch, _, _) = try perform(hello) else { return }
        places[index].node.handle(.resumed(epoch: epoch), at: now)
        try attend(index)
    }

    /// The engine does what was asked.
    private mutating func carry(_ index: Int, _ line: Int) throws {
        guard !places[index].asked[line].isEmpty,
            case .wish(let wish) = places[index].asked[line].removeFirst()
        else { return }
        switch wish {
        case .ask(let number, let deed):
            let answer = try perform(deed)
            places[index].heard[line].append(.settled(number, .answered(answer)))
        case .follow(let number, let log):
            places[index].followed.insert(log)
            places[index].heard[line].append(.settled(number, .answered(.done)))
        }
    }

    /// The node hears what was said to it.
    private mutating func deliver(_ index: Int, _ line: Int) throws {
        guard !places[index].heard[line].isEmpty else { return }
        switch places[index].heard[line].removeFirst() {
        case .wish: break
        case .told(let log, let message):
            let isPlain = isCalm || !random.chance(1, in: 50)
            places[index].node.handle(.told(log, isPlain ? [message] : nil), at: now)
        case .settled(let number, let outcome):
            places[index].node.handle(.settled(number, outcome), at: now)
        }
        try attend(index)
    }

    private mutating func hurt(_ index: Int) throws {
        switch random.below(10) {
        case 0...5: try cut(index)
        case 6...7:
            faults["killed", default: 0] += 1
            try bury(index)
        case 8:
            // Its sleep was taken for death.
            faults["buried alive", default: 0] += 1
            doomed[index] = now + .seconds(2)
            try declareDead(places[index].node.incarnation)
        default:
            faults["engine restarted", default: 0] += 1
            engine.restart()
            for index in places.indices { try cut(index) }
        }
    }

    /// Of what was asked the engine does some, of which nobody hears.
    private mutating func cut(_ index: Int) throws {
        guard places[index].isConnected else { return }
        faults["cut", default: 0] += 1
        places[index].isConnected = false
        places[index].followed = []
        let (asked, heard) = (places[index].asked, places[index].heard)
        (places[index].asked, places[index].heard) = ([[], []], [[], []])
        for words in asked {
            for case .wish(.ask(_, let deed)) in words where random.chance(1, in: 2) {
                faults["answer lost", default: 0] += 1
                _ = try perform(deed)
            }
        }
        for number in (asked + heard).flatMap(\.self).compactMap(\.number) {
            places[index].node.handle(.settled(number, .lost), at: now)
        }
        places[index].node.handle(.broken, at: now)
        try attend(index)
    }
}

extension EngineDeed {
    fileprivate var log: SharedLogID? {
        switch self {
        case .node, .directory: nil
        case .log(_, let log), .lease(_, let log), .read(_, let log): log
        }
    }
}

extension HubNode {
    /// Whether nothing of what it wants is to be done.
    var isQuiet: Bool { wishes.isEmpty && mail.isEmpty && closed.isEmpty }
}

extension HubNode.Wish {
    /// On which line it is asked.
    var line: Int {
        switch self {
        case .ask(_, .log(.open, _)), .ask(_, .read(.missed, _)), .ask(_, .read(.index, _)),
            .ask(_, .read(.changes, _)):
            1
        case .ask, .follow: 0
        }
    }
}
