import EngineSamples
import SharedLog
import SimperiumClock
import SimperiumJSON
import SimperiumWire
import Simulation
import SyncHub

/// Two nodes on an engine, whose lines to it a test holds up or cuts, and clients of theirs.
struct NodePair {
    private struct Place {
        var node: HubNode
        var followed: Set<SharedLogID> = []
        /// What is on its way to the engine.
        var wishes: [EngineLines.Wish] = []
        var isConnected = true
        var isHeld = false
        var isDeaf = false
        var isLate = false
        /// What the engine has said and it does not know yet.
        var late: [NodeLogs<SyncHub.QuestionID>.Event] = []
    }

    static let log = Names.logs[0]
    static let plain = Names.buckets[0]
    /// In these everything is somebody's.
    static let owned = [Names.buckets[1], Names.buckets[2]]
    static let grace = Duration.seconds(5)
    private static let limits = StoreLimits(logLength: 3, removals: 1_000)

    private var engine = ModelEngine()
    private var places: [Place] = []
    private var now = Instant.start
    /// At which node a connection is, and what its client has heard.
    private var nodes: [UInt64: Int] = [:]
    private(set) var frames: [UInt64: [String]] = [:]
    private(set) var closed: Set<UInt64> = []

    init() {
        engine.setPresence(of: Self.owned, grace: Self.grace, in: Self.log.app, at: stamp)
        for _ in 0..<2 {
            let epoch = hello()
            let begin = EngineDeed.node(.begin(seen: epoch, life: .seconds(3_600)))
            guard case .incarnation(let me) = engine.perform(begin, at: stamp).answer else {
                preconditionFailure("a node begins")
            }
            places.append(
                Place(
                    node: HubNode(
                        me, epoch: epoch, keeping: Self.limits, guards: NoGuards(), at: now)))
        }
        settle()
    }

    private var stamp: Stamp { Stamp(milliseconds: 1_000_000) + (now - .start) }

    private mutating func hello() -> UInt32 {
        let hello = EngineDeed.node(.hello(seen: 0, life: .seconds(3_600)))
        guard case .life(let epoch, _, _) = engine.perform(hello, at: stamp).answer else {
            preconditionFailure("an engine has an epoch")
        }
        return epoch
    }

    var resets: [Int] { places.map(\.node.resets) }
    var faults: [String] { places.flatMap(\.node.faults) }

    /// The keys of what is owned in a bucket.
    func objects(in number: Int = 0) -> [String] {
        var engine = engine
        let slice = IndexSlice(.oldestFirst, hasObjects: false, atMost: Portion(entries: 100))
        guard
            case .fact(.stored(.index(let entities, _)), _) = engine.perform(
                .read(.index(slice, of: Self.owned[number]), Self.log), at: stamp
            ).answer
        else { preconditionFailure("an index is answered") }
        return entities.map(\.key.text).sorted()
    }

    /// By what a client has its objects back.
    func secret(on connection: UInt64) -> String? {
        let told = frames[connection]?.last { $0.hasPrefix(#"0:o:{"resume":""#) }
        return told?.split(separator: "\"").dropFirst(3).first.map(String.init)
    }
}

/// Clients.
extension NodePair {
    /// With a channel for each bucket in which everything is somebody's, or for the first ones.
    mutating func enter(
        _ connection: UInt64, at node: Int, as client: String = "c", resuming secret: String? = nil,
        hasSeat: Bool = false, channels: Int = 2
    ) {
        begin(connection, at: node)
        let resume = secret.map { #","resume":"\#($0)","seat":1"# } ?? ""
        let extensions = #""away","resume""# + (hasSeat ? #","rules""# : "")
        let more = #","extensions":[\#(extensions)]\#(resume)"#
        for (channel, bucket) in Self.owned.prefix(channels).enumerated() {
            initialize(channel, in: bucket, as: client, more, on: connection)
        }
    }

    /// Somebody in a bucket in which nothing is anybody's.
    mutating func write(_ count: Int, on connection: UInt64, at node: Int) {
        begin(connection, at: node)
        initialize(0, in: Self.plain, as: "writer", "", on: connection)
        for number in 0..<count { insert("b\(number)", on: connection) }
    }

    private mutating func begin(_ connection: UInt64, at node: Int) {
        nodes[connection] = node
        hear(.opened(ConnectionID(rawValue: connection), app: nil), at: node)
    }

    private mutating func initialize(
        _ channel: Int, in bucket: BucketName, as client: String, _ more: String,
        on connection: UInt64
    ) {
        say(
            """
            \(channel):init:{"clientid":"\(client)","api":"1.1","token":"\(Self.log.user.text)",\
            "app_id":"\(Self.log.app.text)","name":"\(bucket.text)"\(more)}
            """, on: connection)
    }

    mutating func say(_ frame: String, on connection: UInt64) {
        guard let node = nodes[connection] else { return }
        let id = ConnectionID(rawValue: connection)
        hear(.received(Array(frame.utf8), from: id), at: node)
    }

    mutating func insert(_ key: String, on connection: UInt64, channel: Int = 0) {
        let change = #"{"id":"\#(key)","o":"M","v":{"a":{"o":"+","v":1}},"ccid":"\#(key)-1"}"#
        say("\(channel):c:\(change)", on: connection)
    }

    mutating func leave(_ connection: UInt64, _ farewell: Farewell = .broken) {
        guard let node = nodes.removeValue(forKey: connection) else { return }
        hear(.closed(ConnectionID(rawValue: connection), farewell), at: node)
    }

    /// What is believed about a bucket turns out to make no sense.
    mutating func fail(_ number: Int, at node: Int) {
        hear(.unread(LogID(Self.log).bucket(Self.owned[number])), at: node)
    }

    private mutating func hear(_ event: Hub.Event, at node: Int) {
        places[node].node.handle(event, at: now)
        settle()
    }
}

/// The lines to the engine.
extension NodePair {
    /// Nothing of what a node says arrives.
    mutating func hold(_ node: Int) { places[node].isHeld = true }

    /// The engine hears so much of it; or all, and what comes behind it.
    mutating func release(_ node: Int, first count: Int? = nil) {
        guard let count else {
            places[node].isHeld = false
            return settle()
        }
        for _ in 0..<count where !places[node].wishes.isEmpty { carry(node) }
        settle()
    }

    /// What the engine says from now on comes later.
    mutating func delay(_ node: Int) { places[node].isLate = true }

    /// All of it comes, and what is said from then on at once.
    mutating func catchUp(_ node: Int) {
        places[node].isLate = false
        for event in exchange(&places[node].late, with: []) { tell(event, to: node) }
        settle()
    }

    private mutating func tell(_ event: NodeLogs<SyncHub.QuestionID>.Event, to node: Int) {
        if places[node].isLate {
            places[node].late.append(event)
        } else {
            places[node].node.handle(event, at: now)
        }
    }

    mutating func deafen(_ node: Int, _ isDeaf: Bool) { places[node].isDeaf = isDeaf }

    /// Of what was on its way all is done, of which nobody hears, or nothing.
    mutating func cut(_ node: Int, afterAll isDone: Bool = false) {
        let wishes = exchange(&places[node].wishes, with: [])
        (places[node].isConnected, places[node].isHeld) = (false, false)
        places[node].followed = []
        for case .ask(_, let deed) in wishes where isDone { _ = perform(deed) }
        for wish in wishes { places[node].node.handle(.settled(wish.number, .lost), at: now) }
        places[node].node.handle(.broken, at: now)
        settle()
    }

    mutating func mend(_ node: Int) {
        places[node].isConnected = true
        let epoch = hello()
        places[node].node.handle(.resumed(epoch: epoch), at: now)
        settle()
    }

    /// Begins another life, without any line breaking for longer than that takes.
    mutating func restart() {
        engine.restart()
        for node in places.indices { cut(node) }
        for node in places.indices { mend(node) }
    }

    mutating func pass(_ span: Duration) {
        let end = now + span
        while now < end {
            now = min(end, now + .milliseconds(100))
            settle()
        }
    }

    private mutating func settle() {
        while let node = places.indices.first(where: { isBusy($0) }) {
            if isDue(node) { places[node].node.wake(at: now) }
            for log in places[node].node.takeLeft() { places[node].followed.remove(log) }
            for wish in places[node].node.takeWishes() {
                if places[node].isConnected {
                    places[node].wishes.append(wish)
                } else {
                    places[node].node.handle(.settled(wish.number, .unsent), at: now)
                }
            }
            for (connection, frame) in places[node].node.takeMail() {
                frames[connection.rawValue, default: []].append(
                    String(decoding: frame, as: UTF8.self))
            }
            for (connection, _) in places[node].node.takeClosed() {
                nodes[connection.rawValue] = nil
                closed.insert(connection.rawValue)
            }
            if !places[node].isHeld, !places[node].wishes.isEmpty { carry(node) }
        }
    }

    private func isBusy(_ node: Int) -> Bool {
        !places[node].node.isQuiet || isDue(node)
            || !places[node].isHeld && !places[node].wishes.isEmpty
    }

    private func isDue(_ node: Int) -> Bool {
        places[node].node.nextDeadline.map { $0 <= now } ?? false
    }

    private mutating func carry(_ node: Int) {
        switch places[node].wishes.removeFirst() {
        case .ask(let number, let deed):
            let answer = perform(deed)
            tell(.settled(number, .answered(answer)), to: node)
        case .follow(let number, let log):
            places[node].followed.insert(log)
            tell(.settled(number, .answered(.done)), to: node)
        }
    }

    private mutating func perform(_ deed: EngineDeed) -> EngineAnswer {
        let (answer, told) = engine.perform(deed, at: stamp)
        guard let log = deed.log else { return answer }
        for message in told {
            for node in places.indices where places[node].followed.contains(log) {
                guard !places[node].isDeaf else { continue }
                tell(.told(log, [message]), to: node)
            }
        }
        return answer
    }
}
