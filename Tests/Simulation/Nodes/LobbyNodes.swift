internal import Host
package import Lobby
internal import RedisWire
internal import SharedLog
package import SimperiumClock
package import SimperiumJSON
package import SimperiumWire
package import SyncHub

/// The lobby's servers: several nodes that share a Redis, without sockets. Each has a hub with its
/// guard, its life and its logs. A model of Redis and the connections to it have every kind of
/// fault, until the world is calm.
package struct LobbyNodes: Sendable {
    indirect enum Happening: Sendable {
        case begins(node: Int)
        case wakes(node: Int)
        /// An event of a client's connection.
        case hears(Hub.Event, node: Int)
        case carries(node: Int, line: Int)
        case delivers(node: Int, line: Int)
        case losesLine(node: Int, [UInt64])
        /// An event for a process, if that is still the one at the node.
        case befalls(Happening, node: Int, process: UInt64)
        case strikes
        case losesPatience
    }

    static let user = LobbyServer.user
    static let log = LogID(app: LobbyServer.app, user: user)
    static let everybody = Identity(user: user, name: named("lobby"))

    var nodes: [LobbyNode]
    var engine = ModelEngine()
    var truth = LobbyTruth()
    var random: SeededRandom
    var tally: TroubleTally<NodeTrouble>
    var agenda = Agenda<Happening>()
    var now = Instant.start
    /// The longest time that a message takes, in microseconds.
    let longest: Int
    /// Redis answers nothing and accepts no connection before this instant.
    var silentUntil = Instant.start
    /// Redis has no room until this instant.
    var fullUntil = Instant.start
    /// The number of commands that Redis has done.
    var deeds = 0
    /// Recent states of Redis, since the last one whose effects any node has seen. A promoted
    /// replica may be any of them. Nil if there is no replica that writes wait for.
    var replicas: [(deeds: Int, engine: ModelEngine, truth: LobbyTruth)]?
    var told: Set<ChangeID> = []
    var effects: [ServerEffect] = []
    /// The node of each connection.
    var places: [ConnectionID: Int] = [:]
    package private(set) var refusals: [String] = []
    private(set) var faults: [String] = []
    private(set) var isCalm = false

    /// With `allowing` only the faults with these numbers strike.
    package init(seed: UInt64, grace: Int = 60, allowing allowed: Set<Int>? = nil) {
        random = SeededRandom(seed: seed)
        tally = TroubleTally(allowing: allowed)
        longest = random.pick([2_000, 2_000, 60_000]) ?? 2_000
        nodes = (0..<2 + random.below(3)).map { _ in LobbyNode() }
        if random.chance(1, in: 2) { replicas = [] }
        engine.setPresence(
            of: LobbyBucket.allCases.map { named($0.rawValue) }, grace: .seconds(Int64(grace)),
            in: LobbyServer.app, at: stamp)
        for node in nodes.indices { agenda.enter(.begins(node: node), at: now) }
        agenda.enter(.strikes, at: now + .seconds(2))
    }

    package var nextDeadline: Instant? { agenda.next }
    /// The number of logs that each node follows.
    package var followed: [Int] { nodes.map { $0.hub?.followed ?? 0 } }
    package var troubles: Int { tally.count }
    package var counts: [NodeTrouble: Int] { tally.counts }

    var stamp: Stamp { Stamp(milliseconds: 1_000_000) + (now - .start) }

    /// Ends all faults.
    package mutating func calm() { isCalm = true }

    /// Makes Redis silent for a while.
    package mutating func silenceEngine(for span: Duration) {
        silentUntil = max(silentUntil, now + span)
    }

    package mutating func handle(_ event: Hub.Event, at now: Instant) -> [ServerEffect] {
        self.now = now
        switch event {
        case .wake:
            while let next = agenda.next, next <= now {
                if let happening = agenda.popFirst() { happen(happening) }
            }
        case .opened(let id, _): admit(id, event)
        case .received(_, let id), .closed(let id, _):
            guard let node = places[id] else { break }
            hear(event, node: node)
        default: preconditionFailure("a line brings nothing of the kind: \(event)")
        }
        return exchange(&effects, with: [])
    }

    /// Returns the objects that any node would return when no work is pending.
    package func objects(in bucket: LobbyBucket) -> [(key: ObjectKey, object: JSONObject)] {
        var engine = engine
        let slice = IndexSlice(
            .oldestFirst, above: .zero, hasObjects: true,
            atMost: Portion(entries: .max, bytes: .max))
        let deed = LogQuery.index(slice, of: named(bucket.rawValue))
        guard
            case .fact(.stored(.index(let entities, _)), _) = engine.perform(
                .read(deed, SharedLogID(app: LobbyServer.app, user: Self.user)), at: stamp
            ).answer
        else { preconditionFailure("an index is answered") }
        return entities.compactMap { entity in
            guard let bytes = entity.object, let object = (try? JSON(parsing: bytes))?.object
            else { return nil }
            return (entity.key, object)
        }
    }

    /// The faults so far, and changes that a client was sent and Redis does not have.
    package var misdeeds: [String] {
        let lost = told.subtracting(truth.changes).map(\.text).sorted()
        return faults + truth.faults + (lost.isEmpty ? [] : ["told, and lost: \(lost)"])
    }

    private mutating func happen(_ happening: Happening) {
        switch happening {
        case .begins(let node): connect(node)
        case .wakes(let node):
            nodes[node].wakesAt = nil
            unlessAsleep(node, happening) { $0.wake(node) }
        case .hears(let event, let node): unlessAsleep(node, happening) { $0.hear(event, node) }
        case .carries(let node, let line): carry(node, line, happening)
        case .delivers(let node, let line):
            unlessAsleep(node, happening) { $0.deliver(node, line) }
        case .losesLine(let node, let numbers):
            unlessAsleep(node, happening) { $0.loseLine(node, numbers) }
        case .befalls(let happening, let node, let process):
            if nodes[node].process == process { happen(happening) }
        case .strikes: if !isCalm { strike() }
        case .losesPatience: loseLines()
        }
    }

    /// Delays events of a node that sleeps until it is awake.
    private mutating func unlessAsleep(
        _ node: Int, _ happening: Happening, _ deed: (inout Self) -> Void
    ) {
        guard let end = nodes[node].asleepUntil, end > now else { return deed(&self) }
        enter(happening, of: node, at: end)
    }

    /// Enters an event for the present process of a node. A later process never receives it.
    mutating func enter(_ happening: Happening, of node: Int, at instant: Instant) {
        let process = nodes[node].process
        agenda.enter(.befalls(happening, node: node, process: process), at: instant)
    }
}

/// Clients.
extension LobbyNodes {
    /// Chooses a node at random, like a simple load balancer.
    private mutating func admit(_ id: ConnectionID, _ event: Hub.Event) {
        let node = random.below(nodes.count)
        places[id] = node
        nodes[node].connections.insert(id)
        hear(event, node: node)
    }

    private mutating func hear(_ event: Hub.Event, node: Int) {
        guard let end = nodes[node].asleepUntil, end >= now else { return hear(event, node) }
        enter(.hears(event, node: node), of: node, at: end)
    }

    private mutating func hear(_ event: Hub.Event, _ node: Int) {
        if case .opened(let id, _) = event, nodes[node].isShut { return hangUp([id], of: node) }
        nodes[node].hub?.handle(event, at: now)
        if case .closed(let id, _) = event { forget(id, of: node) }
        attend(node)
    }

    private mutating func forget(_ id: ConnectionID, of node: Int) {
        places[id] = nil
        nodes[node].connections.remove(id)
    }

    func sortedConnections(of node: Int) -> [ConnectionID] {
        nodes[node].connections.sorted { $0.rawValue < $1.rawValue }
    }

    /// Closes connections. To the hub these are broken connections.
    mutating func hangUp(_ ids: [ConnectionID], of node: Int) {
        for id in ids {
            effects.append(.close(id, isTakenOver: false))
            forget(id, of: node)
            nodes[node].hub?.handle(.closed(id, .broken), at: now)
        }
    }

    /// Sends everything that a node has to send.
    mutating func attend(_ node: Int) {
        while var hub = nodes[node].hub, !hub.isQuiet {
            let (wishes, mail, closed) = (hub.takeWishes(), hub.takeMail(), hub.takeClosed())
            let left = hub.takeLeft()
            let refused = hub.takeRefusals()
            // A channel of a connection that the client has left may be refused work that is done
            // on another one.
            if mail.contains(where: { places[$0.0] == node && tellsRefusal($0.1) }) {
                refusals += refused
            }
            nodes[node].hub = hub
            for log in left { nodes[node].lines.unfollow(log) }
            for wish in wishes { say(nodes[node].numbered(wish), by: node) }
            for (id, frame) in mail where places[id] == node {
                note(frame)
                effects.append(.send(frame, to: [id]))
            }
            for (id, ending) in closed where places[id] == node {
                effects.append(.close(id, isTakenOver: ending == .takenOver))
                forget(id, of: node)
            }
        }
        if let fault = nodes[node].hub?.faults.first { faults.append(fault) }
        if nodes[node].hub?.isDead == true { live(.fenced, node) }
        setAlarm(of: node)
    }

    /// Records the changes that a client is sent, because from then on they must be kept.
    private mutating func note(_ frame: [UInt8]) {
        guard case .command(.changes(let entries), _) = try? HubMessage(frame: frame.span) else {
            return
        }
        for case .accepted(let change) in entries { told.formUnion(change.changeIDs) }
    }

    private func tellsRefusal(_ frame: [UInt8]) -> Bool {
        guard case .command(.changes(let entries), _) = try? HubMessage(frame: frame.span) else {
            return false
        }
        return entries.contains { if case .refused = $0 { true } else { false } }
    }

    private mutating func setAlarm(of node: Int) {
        guard let due = nodes[node].nextDeadline else { return }
        if let wakesAt = nodes[node].wakesAt, wakesAt <= due { return }
        nodes[node].wakesAt = due
        agenda.enter(.wakes(node: node), at: max(due, now))
    }

    private mutating func wake(_ node: Int) {
        live(.wake, node)
        nodes[node].hub?.wake(at: now)
        attend(node)
    }
}
