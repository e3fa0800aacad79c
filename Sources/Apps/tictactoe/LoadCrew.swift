import Commands
internal import Load
import SimperiumClock
import SimperiumLoop
import SimperiumReplica
import SimperiumSync
internal import Visit

/// Some of a load's guests, with the loop that carries their frames and rings when it is time for
/// them. What they report goes to the command, several times a second.
actor LoadCrew {
    private let loop: Loop
    private let route: LobbyRoute
    private let plan: LoadPlan
    private let numbers: [Int]
    private let command: LoadCommand
    private var crowd: LoadCrowd
    private var lines: [LoadLine] = []
    private var clock: Timer?
    private var traffic = LoadTraffic()

    nonisolated var unownedExecutor: UnownedSerialExecutor { loop.executor }

    init(
        _ numbers: [Int], of plan: LoadPlan, in lobby: LobbyOptions,
        tellingTo command: LoadCommand, loop: Loop
    ) throws {
        let route = try LobbyRoute(lobby, on: loop)
        var random = SecureRandom()
        crowd = LoadCrowd(
            numbers, of: plan,
            numbers.map { _ in route.newVisit(keepsSeat: plan.breaksPerMinute > 0) },
            seed: random.next())
        (self.numbers, self.plan, self.command) = (numbers, plan, command)
        (self.route, self.loop) = (route, loop)
    }

    /// Lets the guests come, each at its time after `start`.
    func begin(at start: Instant) {
        for (guest, number) in numbers.enumerated() {
            let line = LoadLine(by: route, on: loop) { self.turn($0, of: guest) }
            line.wake(at: start + plan.arrival(of: number))
            lines.append(line)
        }
        clock = Timer(on: loop) { self.report() }
        clock?.arm(after: Self.reportPeriod)
    }

    func enter(_ stage: LoadCourse.Stage) {
        switch stage {
        case .playing:
            crowd.setPlaying(true)
            for guest in lines.indices { turn(.wake, of: guest) }
        case .resting:
            crowd.setPlaying(false)
            crowd.reportRest(at: Loop.preciseNow)
        case .leaving:
            for guest in lines.indices { turn(.suspend, of: guest) }
        case .arriving, .over: break
        }
    }
}

extension LoadCrew {
    private static let reportPeriod = Duration.milliseconds(100)

    private func turn(_ event: LobbyVisit.Event, of guest: Int) {
        if case .link(.received(let frame, _)) = event { traffic.received += frame.count }
        let (effects, deadline) = crowd.handle(event, of: guest, at: Loop.preciseNow)
        for effect in effects {
            if case .send(let frame, _) = effect { traffic.sent += frame.count }
            lines[guest].line?.perform(effect)
        }
        lines[guest].wake(at: deadline)
    }

    private func report() {
        let (reports, traffic) = (crowd.takeReports(), traffic)
        self.traffic = LoadTraffic()
        command.hear(reports, traffic)
        clock?.arm(after: Self.reportPeriod)
    }
}

/// One guest's line, and the alarm for what the guest does next.
private final class LoadLine {
    private(set) var line: HubLink?
    private var alarm: Timer?
    private let hear: (LobbyVisit.Event) -> Void
    private var wakesAt: Instant?
    private var hasBegun = false

    /// The first event is `.begin`, when the guest is woken for the first time.
    init(by route: LobbyRoute, on loop: Loop, _ hear: @escaping (LobbyVisit.Event) -> Void) {
        self.hear = hear
        alarm = Timer(on: loop) { [unowned self] in ring() }
        line = route.line { hear(.link($0)) }
    }

    private func ring() {
        wakesAt = nil
        let event = hasBegun ? LobbyVisit.Event.wake : .begin
        hasBegun = true
        hear(event)
    }

    func wake(at due: Instant?) {
        guard let due, wakesAt.map({ due < $0 }) ?? true else { return }
        wakesAt = due
        alarm?.arm(at: due)
    }
}
