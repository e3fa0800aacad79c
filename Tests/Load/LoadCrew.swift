import Lobby
import SimperiumClock
import SimperiumLoop
import SimperiumNetwork
import SimperiumReplica
import SimperiumSync
import SimperiumWebWire
import SimperiumWire
import Visit

/// The connections of a crew's people, with the loop that carries their frames and wakes them. The
/// people's reports go to the run several times a second.
///
/// It belongs to the crew's actor. As an actor of its own it would check the thread at each frame.
/// It and its connections hold each other for as long as the program runs.
final class LoadCrewConnections {
    private static let reportPeriod = Duration.milliseconds(250)

    fileprivate let loop: Loop
    private let hubs: [HubAddress]
    private let connectionSet: ConnectionSet
    private let trust: TLSContext?
    private let plan: LoadPlan
    private let numbers: [Int]
    private let run: LoadRun
    private var crowd: LoadCrowd
    private var connections: [LoadConnection] = []
    private var clock: Timer?
    private var traffic = LoadTraffic()

    init(
        _ numbers: [Int], of plan: LoadPlan, at servers: [WebSocketAddress], for run: LoadRun,
        loop: Loop
    ) throws {
        hubs = servers.map { HubAddress($0, app: .trappingIfInvalid(LobbyCredentials.app)) }
        trust = servers.contains(where: \.isEncrypted) ? try .client() : nil
        connectionSet = ConnectionSet(on: loop)
        var random = SecureRandom()
        let beginnings = numbers.map { _ in
            LobbyClient.Beginning(
                settings: .lobby(
                    .trappingIfInvalid(String(SecureRandom.hexText(byteCount: 8).dropLast())),
                    run: RunID(rawValue: random.next()), seed: random.next()),
                token: .lobby, keepsSeat: plan.breaksPerMinute > 0)
        }
        crowd = LoadCrowd(numbers, of: plan, beginnings, seed: random.next())
        (self.numbers, self.plan, self.run, self.loop) = (numbers, plan, run, loop)
    }

    /// A closed connection to one of the servers.
    fileprivate func makeLink(_ onEvent: @escaping (LinkEvent) -> Void) -> HubLink {
        HubLink(
            to: hubs, beginningAt: .random(in: hubs.indices), on: connectionSet, trusting: trust,
            onEvent)
    }

    func begin(at start: Instant) {
        for (guest, number) in numbers.enumerated() {
            let connection = LoadConnection(of: guest, in: self)
            connection.wake(at: start + plan.arrival(of: number))
            connections.append(connection)
        }
        clock = Timer(on: loop) { self.report() }
        clock?.arm(after: Self.reportPeriod)
    }

    func enter(_ stage: LoadCourse.Stage) {
        switch stage {
        case .playing:
            crowd.setPlaying(true)
            for guest in connections.indices { handle(.wake, of: guest) }
        case .resting:
            crowd.setPlaying(false)
            crowd.reportRest(at: Loop.preciseNow)
        case .leaving:
            for guest in connections.indices { handle(.hangUp, of: guest) }
        case .arriving, .over: break
        }
    }

    fileprivate func handle(_ event: ProgramEvent, of guest: Int) {
        if case .link(.received(let frame, _)) = event { traffic.received += frame.count }
        let (effects, deadline) = crowd.handle(event, of: guest, at: Loop.preciseNow)
        for effect in effects {
            if case .send(let frame, _) = effect { traffic.sent += frame.count }
            connections[guest].link?.perform(effect)
        }
        connections[guest].wake(at: deadline)
    }

    private func report() {
        let (reports, traffic) = (crowd.takeReports(), traffic)
        self.traffic = LoadTraffic()
        run.add(reports, traffic)
        clock?.arm(after: Self.reportPeriod)
    }
}

/// A person's connection and timer.
private final class LoadConnection {
    private(set) var link: HubLink?
    private let guest: Int
    private let crew: LoadCrewConnections
    private var alarm: Timer?
    private var due: Instant?
    /// The time of the alarm. It may be earlier than `due`, because nearly every event defers that.
    private var ringsAt: Instant?
    private var hasBegun = false

    /// The first event is `.begin`, when the person is woken for the first time.
    init(of guest: Int, in crew: LoadCrewConnections) {
        (self.guest, self.crew) = (guest, crew)
        alarm = Timer(on: crew.loop) { [unowned self] in ring() }
        link = crew.makeLink { crew.handle(.link($0), of: guest) }
    }

    private func ring() {
        ringsAt = nil
        guard let due, due <= crew.loop.now else { return wake(at: due) }
        let event = hasBegun ? ProgramEvent.wake : .begin
        hasBegun = true
        crew.handle(event, of: guest)
    }

    func wake(at due: Instant?) {
        self.due = due
        guard let due, ringsAt.map({ due < $0 }) ?? true else { return }
        ringsAt = due
        alarm?.arm(at: due)
    }
}

/// Some of a run's people, on a thread of their own.
actor LoadCrew {
    private let loop: Loop
    private let connections: LoadCrewConnections

    nonisolated var unownedExecutor: UnownedSerialExecutor { loop.executor }

    init(
        _ numbers: [Int], of plan: LoadPlan, at servers: [WebSocketAddress], for run: LoadRun,
        loop: Loop
    ) throws {
        self.loop = loop
        connections = try LoadCrewConnections(numbers, of: plan, at: servers, for: run, loop: loop)
    }

    /// Lets each person arrive at their time after `start`.
    func begin(at start: Instant) {
        connections.begin(at: start)
    }

    func enter(_ stage: LoadCourse.Stage) {
        connections.enter(stage)
    }
}
