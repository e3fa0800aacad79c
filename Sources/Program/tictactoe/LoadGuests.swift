import Commands
internal import Load
import SimperiumClock
import SimperiumLoop
import SimperiumReplica
import SimperiumSync
internal import Visit

/// Some of a load's guests, with the loop that carries their frames and rings when it is time for
/// them. What they report goes to the command, several times a second.
///
/// It belongs to the crew's actor, and is no actor itself: each frame of each guest would be asked
/// on which thread it came. It and its lines hold each other for as long as the program runs.
final class LoadGuests {
    private static let reportPeriod = Duration.milliseconds(250)

    fileprivate let loop: Loop
    fileprivate let route: LobbyRoute
    private let plan: LoadPlan
    private let numbers: [Int]
    private let command: LoadCommand
    private var crowd: LoadCrowd
    private var lines: [LoadLine] = []
    private var clock: Timer?
    private var traffic = LoadTraffic()

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

    func begin(at start: Instant) {
        for (guest, number) in numbers.enumerated() {
            let line = LoadLine(of: guest, among: self)
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
            for guest in lines.indices { turn(.hangUp, of: guest) }
        case .arriving, .over: break
        }
    }

    fileprivate func turn(_ event: ProgramEvent, of guest: Int) {
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
    private let guest: Int
    private let guests: LoadGuests
    private var alarm: Timer?
    private var due: Instant?
    /// When the alarm rings, which may be before anything is due: nearly all that happens puts that
    /// off.
    private var ringsAt: Instant?
    private var hasBegun = false

    /// The first event is `.begin`, when the guest is woken for the first time.
    init(of guest: Int, among guests: LoadGuests) {
        (self.guest, self.guests) = (guest, guests)
        alarm = Timer(on: guests.loop) { [unowned self] in ring() }
        line = guests.route.line { guests.turn(.link($0), of: guest) }
    }

    private func ring() {
        ringsAt = nil
        guard let due, due <= guests.loop.now else { return wake(at: due) }
        let event = hasBegun ? ProgramEvent.wake : .begin
        hasBegun = true
        guests.turn(event, of: guest)
    }

    func wake(at due: Instant?) {
        self.due = due
        guard let due, ringsAt.map({ due < $0 }) ?? true else { return }
        ringsAt = due
        alarm?.arm(at: due)
    }
}

/// Some of a load's guests, on a thread of their own.
actor LoadCrew {
    private let loop: Loop
    private let guests: LoadGuests

    nonisolated var unownedExecutor: UnownedSerialExecutor { loop.executor }

    init(
        _ numbers: [Int], of plan: LoadPlan, in lobby: LobbyOptions,
        tellingTo command: LoadCommand, loop: Loop
    ) throws {
        self.loop = loop
        guests = try LoadGuests(numbers, of: plan, in: lobby, tellingTo: command, loop: loop)
    }

    /// Lets the guests come, each at its time after `start`.
    func begin(at start: Instant) {
        guests.begin(at: start)
    }

    func enter(_ stage: LoadCourse.Stage) {
        guests.enter(stage)
    }
}
