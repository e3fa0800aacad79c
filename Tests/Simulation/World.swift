internal import SimperiumClock
internal import SimperiumJSON
internal import SimperiumSync
internal import SimperiumWire
internal import SyncHub

/// Clients and a hub, with a connection between them that fails. The world owns time and chance:
/// the same seed gives the same run.
package struct World {
    /// The events that the world enters in the agenda, with the client.
    enum PlannedEvent {
        case edit(Int)
        case fault(Fault)
        case start(Int)
        case goOnline(Int)
        case revert(Int, ObjectKey, BucketName)
        case insertGuest(Int)
    }

    enum Fault {
        case breakLine(isSilent: Bool)
        case kill
        case restartHub
        case goOffline
        case changeNetwork
    }

    let plan: Plan
    var hub: any SimulatedHub
    var clients: [SimulatedClient] = []
    var net: SimulatedNet<Int, PlannedEvent>
    var random: SeededRandom
    var ledger = EditLedger()
    var story: Story

    /// If a promise is broken, the violation lists the last `scenes` events.
    package init(
        seed: UInt64, _ trouble: Trouble = .all, at kind: HubKind = .model, scenes: Int = 12,
        isRecorded: Bool = false
    ) {
        story = Story(longest: scenes)
        random = SeededRandom(seed: seed)
        plan = Plan(trouble, &random)
        hub = kind.hub(random: random.fork(), isRecorded: isRecorded)
        net = SimulatedNet(
            seed: random.next(), latency: plan.quickest * 1_000...plan.slowest * 1_000,
            app: Fixture.app)
        net.failedDials = plan.failedDials
        net.unansweredDials = 33
        net.noticing = 3_000_000
        net.noticingSilence = 90_000_000
        for bucket in SimulatedClient.buckets {
            hub.begin(bucket, with: SimulatedProgram.beginnings)
        }
        hub.faults.plan = plan.hubFaults
        for number in 0..<plan.clients {
            clients.append(
                SimulatedClient(
                    number: number, deletes: plan.deletes, hasPresence: hub.hasPresence,
                    isRecorded: isRecorded))
            net.enter(.start(number), at: later(1_000))
        }
        schedule()
        net.setAlarm(of: nil, at: hub.nextDeadline)
    }

    var now: Instant { net.now }

    /// The recordings of the clients and the hub, run by run, if they are recorded.
    package var recordings: [SimulatedRecording] {
        clients.flatMap { $0.recordings ?? [] } + (hub.recordings ?? [])
    }

    /// Equal for worlds of the same seed in all processes.
    package var digest: UInt64 { story.digest }

    /// Runs the faults, then the healing. Some invariants are checked all the time, and all of them
    /// at the end.
    package mutating func run() throws(Violation) {
        do throws(Violation) {
            try run(until: .start + plan.span)
            try heal()
            try comeToRest()
            try checkRest()
        } catch {
            var violation = error
            violation.story = story.text
            throw violation
        }
    }

    private mutating func schedule() {
        let span = UInt64(plan.span.nanoseconds / 1_000_000)
        let faults: [(Int, Fault)] = [
            (plan.breaks, .breakLine(isSilent: false)),
            (plan.halfOpens, .breakLine(isSilent: true)),
            (plan.kills, .kill), (plan.hubRestarts, .restartHub),
            (plan.spellsOffline, .goOffline), (plan.breaks, .changeNetwork),
        ]
        for (count, fault) in faults {
            for _ in 0..<count { net.enter(.fault(fault), at: later(span)) }
        }
        for _ in 0..<plan.edits {
            net.enter(.edit(random.numberBelow(plan.clients)), at: later(span))
        }
    }

    mutating func later(_ milliseconds: UInt64) -> Instant {
        now + .milliseconds(Int64(random.numberBelow(milliseconds + 1)))
    }

    mutating func run(until end: Instant) throws(Violation) {
        while let event = net.next(until: end) {
            switch event {
            case .server(let event): try handleByHub(event)
            case .wakes(let client): try feed(.wake, toClient: client)
            case .program(let event, let client): try deliver(event, to: client)
            case .world(let event): try performPlannedEvent(event)
            }
        }
    }

    private mutating func handleByHub(_ event: Hub.Event) throws(Violation) {
        let effects = hub.handle(event, at: net.now)
        guard !hub.isDown else { return try restartHub() }
        try performHubEffects(effects)
    }

    mutating func restartHub() throws(Violation) {
        net.endServer()
        try performHubEffects(hub.restart(at: net.now))
    }

    private mutating func performHubEffects(_ effects: [ServerEffect]) throws(Violation) {
        if let violation = hub.violation { throw Violation(violation) }
        net.perform(effects)
        net.setAlarm(of: nil, at: hub.nextDeadline)
    }

    /// Also delivers late events of connections that the client has left. They must have no effect.
    private mutating func deliver(_ event: LinkEvent, to client: Int) throws(Violation) {
        if case .received(let frame, let id) = event, net.isLatest(id, of: client),
            let message = try? HubMessage(frame: frame.span)
        {
            clients[client].watch.recordAnswers(to: message.answers)
        }
        try feed(.link(event), toClient: client)
    }

    private mutating func performPlannedEvent(_ event: PlannedEvent) throws(Violation) {
        switch event {
        case .edit(let client): try edit(client)
        case .fault(let fault): try cause(fault)
        case .start(let client): try startProgram(client)
        case .goOnline(let client): try feed(.goOnline, toClient: client)
        case .revert(let client, let key, let bucket):
            try performEdit(.revert(key), in: bucket, by: client)
        case .insertGuest(let client): try insertGuest(of: client)
        }
    }
}

/// The kind of hub in a world.
package enum HubKind: Sendable {
    /// A hub that does only what clients may rely on.
    case model
    /// The shipped hub.
    case real
    /// The same with its file on a disk that fails, and loses unsynced writes.
    case disk
    /// The same, but its commits do not wait for the disk.
    case hasty

    fileprivate func hub(random: SeededRandom, isRecorded: Bool) -> any SimulatedHub {
        switch self {
        case .model: ModelHub(random: random)
        case .real: RealHub(random: random, isRecorded: isRecorded)
        case .disk: RealHub(random: random, on: .disk, isRecorded: isRecorded)
        case .hasty: RealHub(random: random, on: .hastyDisk, isRecorded: isRecorded)
        }
    }
}
