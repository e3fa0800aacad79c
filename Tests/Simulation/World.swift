internal import SimperiumClock
internal import SimperiumJSON
internal import SimperiumSync
internal import SimperiumWire

/// Clients and a hub, with a wire between them that fails. It owns time and chance: the same seed
/// tells the same story.
package struct World {
    enum Happening {
        case edit(Int)
        case toHub([UInt8], line: Int)
        case toClient(Reply)
        case opens(line: Int)
        case hubHearsEnd(line: Int, isGoodbye: Bool)
        case clientHearsEnd(line: Int, ConnectionFailure)
        case fault(Fault)
        case starts(Int)
        case goesOnline(Int)
        case reverts(Int, ObjectKey, BucketName)
        case appears(Int)
    }

    enum Fault {
        case breakLine(isSilent: Bool)
        case kill
        case restartHub
        case goOffline
        case changeNetwork
    }

    let plan: Plan
    private(set) var now = Instant.start
    package private(set) var steps = 0
    var hub: any SimulatedHub
    var clients: [SimulatedClient] = []
    var lines: [Line] = []
    var agenda = Agenda<Happening>()
    var random: SeededRandom
    var ledger = Ledger()
    var story: Story
    var isHealed = false

    /// If a promise is broken, the last `scenes` are told.
    package init(
        seed: UInt64, _ trouble: Trouble = .all, at kind: HubKind = .model, scenes: Int = 12,
        isRecorded: Bool = false
    ) {
        story = Story(longest: scenes)
        random = SeededRandom(seed: seed)
        plan = Plan(trouble, &random)
        hub = kind.hub(random: random.fork(), isRecorded: isRecorded)
        for bucket in SimulatedClient.buckets { hub.begin(bucket, with: Program.beginnings) }
        hub.whims.moods = plan.moods
        for number in 0..<plan.clients {
            clients.append(
                SimulatedClient(
                    number: number, deletes: plan.deletes, hasPresence: hub.hasPresence,
                    isRecorded: isRecorded))
            agenda.enter(.starts(number), at: later(1_000))
        }
        schedule()
    }

    /// What the clients' programs and the hub did, run by run, if that is recorded.
    package var recordings: [SimulatedRecording] {
        clients.flatMap { $0.recordings ?? [] } + (hub.recordings ?? [])
    }

    /// The same for each world of the same seed, in whatever process it was made.
    package var digest: UInt64 { story.digest }

    /// Trouble, then peace; every promise is checked all the time, and all of them in the end.
    package mutating func run() throws(Violation) {
        do throws(Violation) {
            try pass(until: .start + plan.span)
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
            for _ in 0..<count { agenda.enter(.fault(fault), at: later(span)) }
        }
        for _ in 0..<plan.edits {
            agenda.enter(.edit(random.below(plan.clients)), at: later(span))
        }
    }

    func instant(in milliseconds: UInt64) -> Instant {
        now + .milliseconds(Int64(milliseconds))
    }

    mutating func later(_ milliseconds: UInt64) -> Instant {
        instant(in: random.below(milliseconds + 1))
    }

    mutating func pass(until end: Instant) throws(Violation) {
        while true {
            let sleeper = clients.indices.min { deadline(of: $0) < deadline(of: $1) } ?? 0
            let wake = deadline(of: sleeper)
            let hubWake = hub.nextDeadline ?? end
            let next = min(agenda.next ?? end, wake, hubWake)
            guard next < end else { break }
            now = max(now, next)
            steps += 1
            if hubWake <= next {
                try carry(hub.wake(at: now))
            } else if wake <= next {
                try feed(.wake, toClient: sleeper)
            } else if let happening = agenda.popFirst() {
                try happen(happening)
            }
        }
        now = end
    }

    private func deadline(of client: Int) -> Instant {
        clients[client].deadline ?? .start + .seconds(1_000_000)
    }

    private mutating func happen(_ happening: Happening) throws(Violation) {
        switch happening {
        case .edit(let client): try edit(client)
        case .toHub(let frame, let line): try deliver(frame, from: line)
        case .toClient(let reply): try deliver(reply)
        case .opens(let line): try open(line)
        case .hubHearsEnd(let line, let isGoodbye):
            try carry(hub.close(line, isGoodbye: isGoodbye, at: now))
        case .clientHearsEnd(let line, let reason): try close(line, reason)
        case .fault(let fault): try strike(fault)
        case .starts(let client): try start(client)
        case .goesOnline(let client): try feed(.goOnline, toClient: client)
        case .reverts(let client, let key, let bucket):
            try make(.revert(key), in: bucket, by: client)
        case .appears(let client): try appear(client)
        }
    }
}

/// Which hub is at the other end of the wire.
package enum HubKind: Sendable {
    /// One that does what clients may rely on and no more.
    case model
    /// The one that ships.
    case real

    fileprivate func hub(random: SeededRandom, isRecorded: Bool) -> any SimulatedHub {
        switch self {
        case .model: ModelHub(random: random)
        case .real: RealHub(random: random, isRecorded: isRecorded)
        }
    }
}
