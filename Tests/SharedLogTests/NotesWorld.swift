import SharedLog
import SimperiumClock
import SimperiumJSON
import SimperiumWire
import Simulation
import SyncHub

/// Two or three people with several devices, who share notes with each other by way of three nodes
/// on one engine, with trouble on all lines; long without a line, while others write.
///
/// Kim owns `k`, Lee owns `l`. Ann owns neither, may have notes of her own under these keys, and
/// may empty her bucket.
struct NotesWorld: EngineWorld {
    static let app = valid(AppID("app-1"))
    static let bucket = valid(BucketName("notes"))
    static let people = ["kim", "lee", "ann"].map { valid(UserID($0)) }
    static let owners = [valid(ObjectKey("k")): people[0], valid(ObjectKey("l")): people[1]]
    static let keys = owners.keys.sorted { $0.text < $1.text }
    static let logs = people.map { SharedLogID(app: app, user: $0) }
    /// So few changes that logs go beyond it.
    static let limits = StoreLimits(logLength: 4, removals: 1_000)

    var random: SeededRandom
    var troubles: Troubles
    var engine = ModelEngine()
    var now = Instant.start
    var places: [EnginePlace] = []
    var devices: [NoteDevice] = []
    /// Nodes that were taken for dead and do not know it yet.
    var doomed: [Int: Instant] = [:]
    /// The dead of whom nobody has taken care yet, and when somebody does.
    var unburied: [(Incarnation, at: Instant)] = []
    /// Until when the engine has no room.
    var fullUntil = Instant.start
    var connections: UInt64 = 0
    var names = 0
    /// Requests from outside that have not been answered, with their nodes.
    var requests: [RequestID: Int] = [:]
    /// All that is in the logs, in their order.
    var truths: [SharedLogID: [EngineEntry]] = [:]
    var isCalm = false
    var seen: UInt32 = 0
    /// What would be there if the engine ended and a replica took its place.
    private var replica: Replica?
    /// What was acknowledged and is there no more, because that has happened.
    var lost: Set<ChangeID> = []
    /// Whether that may happen to one log alone, and whose logs have lost their end so.
    private let mayTear: Bool
    private(set) var torn: Set<UserID> = []
    /// All who were ever taken for dead.
    var dead: Set<Incarnation> = []
    var counts: [String: Int] = [:]
    var deletion = Deletion()

    /// With `allowing` only these troubles strike, by their numbers.
    init(seed: UInt64, allowing allowed: Set<Int>? = nil) {
        random = SeededRandom(seed: seed)
        troubles = Troubles(seed: random.next(), allowing: allowed)
        mayTear = random.chance(1, in: 3)
        for _ in 0..<3 { places.append(newPlace()) }
        let count = 2 + random.below(2)
        for number in 0..<(count + random.below(4)) {
            devices.append(
                NoteDevice(
                    "device-\(number)", of: Self.people[number % count],
                    asksForAuthors: random.chance(1, in: 2),
                    asksForOpen: random.chance(2, in: 3)))
        }
        deletion.isWanted = count == 3 && random.chance(1, in: 2)
        setUp()
    }

    mutating func newPlace() -> EnginePlace {
        newPlace(keeping: Self.limits, guards: NoGuards())
    }

    mutating func note(_ entry: EngineEntry, in log: SharedLogID) throws {
        if log == Self.annsLog { try deletion.check(entry) }
        truths[log, default: []].append(entry)
    }

    /// What is there before anybody comes: the option, and empty notes.
    private mutating func setUp() {
        let options = BucketID.options(of: Self.app)
        let me = newPlace().node.incarnation
        var firsts = [
            (SharedLogID(of: options), options.name, Self.bucket.text, #"{"sharing":true}"#)
        ]
        for (key, owner) in Self.owners {
            firsts.append(
                (SharedLogID(app: Self.app, user: owner), Self.bucket, key.text, #"{"t":""}"#))
        }
        for (log, bucket, key, object) in firsts {
            let open = LogDeed.open(me, epoch: 0, grace: .zero)
            guard case .opened(let state) = engine.perform(.log(open, log), at: stamp).answer else {
                preconditionFailure("a log is opened")
            }
            let place = Ordinal(epoch: state.epoch, count: 1)
            let entry = """
                {"clientid":"first","id":"\(key)","o":"M","v":{"t":{"o":"+","v":""}},"ev":1,\
                "cv":"\(place.changeVersion.text)","ccids":["new-\(key)"]}
                """
            let change = EngineChange(
                Self.valid(ObjectKey(key)), in: bucket, version: .first, previous: nil,
                by: Self.valid(ChangeID("new-\(key)")), entry: Array(entry.utf8),
                object: Array(object.utf8))
            let writer = EngineWriter(me, on: state.head, at: place)
            let deed = LogDeed.append([change], writer, wantsTurn: false)
            for message in engine.perform(.log(deed, log), at: stamp).told {
                truths[log, default: []].append(message.entry)
            }
        }
    }

    static func valid<Name>(_ name: Name?) -> Name {
        guard let name else { preconditionFailure("not a name") }
        return name
    }
}

extension NotesWorld {
    /// Goes through trouble, and then through none until all is quiet.
    mutating func run(_ count: Int) throws {
        for _ in 0..<count { try step() }
        isCalm = true
        // Of what a node leaves nobody is reminded by what comes later.
        try replace(random.below(places.count))
        for index in places.indices {
            // Nobody knows by itself that the last message was lost.
            places[index].node.handle(.compare, at: now)
            try attend(index)
        }
        for _ in 0..<4_000 {
            if isQuiet { return try checkEnd() }
            try step()
        }
        throw HubWorld.Failure(
            description: "it never rests: \(devices.map(\.unanswered)) \(parcels) \(requests)")
    }

    private var isQuiet: Bool {
        doomed.isEmpty && unburied.isEmpty && requests.isEmpty && devices.allSatisfy(\.isQuiet)
            && places.allSatisfy { place in
                place.lines.isConnected && place.lines.isEmpty
                    && place.node.nextDeadline.map { $0 > now } != false
            }
            && parcels.isEmpty && isDeletionOver
    }

    /// What has not reached all for whom it is.
    var parcels: [Parcel] {
        var engine = engine
        return Self.logs.flatMap { log -> [Parcel] in
            let query = LogQuery.parcels(of: Self.bucket, atMost: Portion(entries: 1_000))
            guard
                case .fact(.stored(.parcels(let found, _)), _) = engine.perform(
                    .read(query, log), at: stamp
                ).answer
            else { preconditionFailure("parcels are listed") }
            return found
        }
    }

    private mutating func step() throws {
        now = now + .milliseconds(Int64(random.below(isCalm ? 300 : 25)))
        for (node, time) in doomed.sorted(by: { $0.key < $1.key }) where time <= now {
            try replace(node)
        }
        while let first = unburied.first, first.at <= now {
            try declareDead(unburied.removeFirst().0)
        }
        let index = random.below(places.count)
        if let time = places[index].node.nextDeadline, time <= now {
            places[index].node.wake(at: now)
            try attend(index)
        }
        guard places[index].lines.isConnected else { return try connect(index) }
        if !isCalm, let trouble = troubles.hurts() { try hurt(index, by: trouble) }
        if !isCalm, random.chance(1, in: 60) { try fail(index) }
        if random.chance(1, in: 15) { replicate() }
        if !isCalm, random.chance(1, in: 200) {
            try promote(mayTear ? random.pick(Self.logs) : nil)
        }
        try talk()
        try deleteAnn()
        guard places[index].lines.isConnected else { return }
        for line in 0..<2 {
            for _ in 0..<random.below(4) { try carry(index, line) }
            for _ in 0..<random.below(4) { try deliver(index, line) }
        }
    }
}

/// An engine as it was a while ago.
private struct Replica {
    let engine: ModelEngine
    let truths: [SharedLogID: [EngineEntry]]
}

extension NotesWorld {
    /// The engine ends, and what it did last is lost: a replica is promoted that lags. Where logs
    /// are at several servers, that may be so of one alone.
    private mutating func promote(_ alone: SharedLogID? = nil) throws {
        guard let replica else { return }
        counts[alone == nil ? "promoted" : "torn", default: 0] += 1
        for index in places.indices { try cut(index) }
        for (log, entries) in truths where alone ?? log == log {
            for entry in entries.dropFirst(replica.truths[log]?.count ?? 0) {
                guard case .change(let record) = entry.act else { continue }
                if alone == nil || record.mirrored == nil { lost.formUnion(record.names) }
            }
        }
        if let alone {
            torn.insert(alone.user)
            engine.take(alone, of: replica.engine)
            truths[alone] = replica.truths[alone]
        } else {
            (engine, truths) = (replica.engine, replica.truths)
        }
        engine.restart()
        (deletion.isMarked, deletion.isClosed) = (false, false)
        // It may not know of it.
        for incarnation in dead.sorted() {
            unburied.append((incarnation, at: now + .milliseconds(Int64(random.below(1_500)))))
        }
        unburied.sort { $0.at < $1.at }
    }

    private mutating func replicate() {
        replica = Replica(engine: engine, truths: truths)
    }

    /// Somebody's bucket is given up, as for an answer that made no sense: its clients come again,
    /// and what was to reach it is brought once more.
    private mutating func fail(_ index: Int) throws {
        guard let user = random.pick(Self.people) else { return }
        places[index].node.mayFail = true
        let bucket = BucketID(app: Self.app, user: user, name: Self.bucket)
        places[index].node.handle(Hub.Event.unread(bucket), at: now)
        try attend(index)
    }
}

/// What people do.
extension NotesWorld {
    private mutating func talk() throws {
        let index = random.below(devices.count)
        guard let line = devices[index].line else {
            // Long without a line, and busy all the same.
            guard isCalm || random.chance(1, in: 12) else { return try write(index) }
            return try dial(index)
        }
        if random.chance(1, in: 3) || isCalm { try look(index) }
        guard !isCalm else { return }
        if random.chance(1, in: 40) {
            devices[index].end()
            places[line.node].node.handle(.closed(line.connection, .broken), at: now)
            return try attend(line.node)
        }
        if random.chance(1, in: 8) { return try share() }
        try write(index)
    }

    /// Opens some notes, and closes others. In the end nobody turns away from what they see.
    private mutating func look(_ index: Int) throws {
        guard let line = devices[index].line, !isCalm || devices[index].open.isEmpty,
            let frame = devices[index].look(&random)
        else { return }
        places[line.node].node.handle(.received(frame, from: line.connection), at: now)
        try attend(line.node)
    }

    private mutating func write(_ index: Int) throws {
        guard !isCalm, devices[index].unanswered.count < 6, random.chance(1, in: 3) else { return }
        names += 1
        let user = devices[index].user
        let id = Self.valid(ChangeID("\(user)-\(names)"))
        let key = Self.keys[random.below(Self.keys.count)]
        var frame: [UInt8]?
        if user == Self.people[2], random.chance(1, in: 25) {
            let all = Self.valid(ObjectKey(Self.bucket.text))
            frame = devices[index].remove(all, as: id, all: true)
        } else if devices[index].notes[key] == nil {
            guard user == Self.people[2], random.chance(1, in: 3) else { return }
            frame = devices[index].insert(key, as: id)
        } else if Self.owners[key] != user, random.chance(1, in: 20) {
            frame = devices[index].remove(key, as: id)
        } else if let word = Unicode.Scalar(0x4E00 + names) {
            frame = devices[index].type(Character(word), as: id, into: key, &random)
        }
        guard let frame, let line = devices[index].line else { return }
        places[line.node].node.handle(.received(frame, from: line.connection), at: now)
        try attend(line.node)
    }

    private mutating func dial(_ index: Int) throws {
        let node = random.below(places.count)
        connections += 1
        let connection = ConnectionID(rawValue: connections)
        let frame = devices[index].begin(at: node, connection)
        places[node].node.handle(.opened(connection, app: nil), at: now)
        places[node].node.handle(.received(Array(frame.utf8), from: connection), at: now)
        try attend(node)
    }

    /// An owner shares a note with somebody, or no longer, or with another right.
    private mutating func share() throws {
        names += 1
        let key = Self.keys[random.below(Self.keys.count)]
        let others = Self.people.filter { $0 != Self.owners[key] }
        guard let owner = Self.owners[key] else { return }
        let user = others[random.below(others.count)]
        let id = Self.valid(ChangeID("\(owner)-\(names)"))
        let purpose: ShareWish.Purpose =
            random.chance(1, in: 4) ? .unshare : .share(mayWrite: !random.chance(1, in: 6))
        try request(.share(ShareWish(purpose, of: key, with: user, id: id)), by: owner)
    }

    mutating func request(
        _ wanted: OutsideRequest, by user: UserID, isAdministrator: Bool = false
    ) throws {
        let node = random.below(places.count)
        let request = RequestID(rawValue: UInt64(names))
        requests[request] = node
        let name = Self.valid(UserName("ann@x.org"))
        let caller = Caller(
            identity: Identity(
                user: user, name: name, rights: isAdministrator ? .administrator : []),
            clientID: Self.valid(ClientID("http")))
        let id = BucketID(app: Self.app, user: user, name: Self.bucket)
        places[node].node.handle(.requested(request, wanted, of: id, by: caller), at: now)
        try attend(node)
    }
}
