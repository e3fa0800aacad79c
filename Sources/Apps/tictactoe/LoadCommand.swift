import Clockwork
import Commands
import EventLoop
import JSONDiff
import Play
import SimperiumClient
import SyncClient

/// `load`: made-up people on real lines, who play until the time is over. Then it says how the
/// server did, and fails if anything went wrong.
final class LoadCommand {
    private enum Stage {
        case arriving
        case playing
        /// Nobody does anything more. So many sightings there were a second ago.
        case calming(sightings: Int)
        case leaving
    }

    private let options: LoadOptions
    private let loop: Loop
    private let route: LobbyRoute
    private let gauge: ServerGauge?
    private let startedAt: Instant
    private let lastArrival: Instant
    private let began = ContinuousClock.now
    private var crowd: LoadCrowd
    private var lines: [LoadLine] = []
    private var stage = Stage.arriving
    /// When the guests stop playing.
    private var end: Instant
    private var clock: Timer?
    private var bytesSent = 0
    private var bytesReceived = 0

    init(_ options: LoadOptions) throws {
        self.options = options
        gauge = ServerGauge(options.lobby)
        let loop = try Loop()
        let route = try LobbyRoute(options.lobby, on: loop)
        let plan = LoadPlan(
            players: options.players, watchers: options.watchers,
            movesPerSecond: options.movesPerSecond, length: options.length)
        var random = SecureRandom()
        crowd = LoadCrowd(
            plan, (0..<plan.guests).map { _ in route.visit() }, seed: random.next())
        (self.loop, self.route) = (loop, route)
        startedAt = loop.now
        lastArrival = startedAt + plan.arrival(of: plan.guests)
        end = lastArrival + plan.length
    }

    func run() throws -> ExitStatus {
        for guest in 0..<crowd.plan.guests {
            let line = LoadLine(by: route, on: loop) { [unowned self] in turn($0, of: guest) }
            line.wake(at: startedAt + crowd.plan.arrival(of: guest))
            lines.append(line)
        }
        clock = Timer(on: loop) { [unowned self] in tick() }
        clock?.arm(after: .seconds(1))
        let signals = try Signals([.interrupt, .terminate], on: loop) { [unowned self] _ in
            end = loop.now
        }
        loop.run()
        _ = consume signals
        route.close()
        return tellSummary()
    }

    /// The present, in finer steps than the loop's: what is measured takes less than one of those.
    private var now: Instant { max(loop.now, startedAt + (ContinuousClock.now - began)) }

    private func tick() {
        switch stage {
        case .arriving:
            tellProgress()
            if min(lastArrival, end) <= loop.now { play() }
        case .playing:
            tellProgress()
            guard end <= loop.now else { break }
            crowd.setPlaying(false)
            stage = .calming(sightings: -1)
        case .calming(crowd.tally.sightings):
            crowd.check()
            for guest in lines.indices { turn(.suspend, of: guest) }
            stage = .leaving
        case .calming: stage = .calming(sightings: crowd.tally.sightings)
        case .leaving: return loop.stop()
        }
        clock?.arm(after: .seconds(1))
    }
}

extension LoadCommand {
    private func play() {
        stage = .playing
        crowd.setPlaying(true)
        for guest in lines.indices { turn(.wake, of: guest) }
    }

    private func turn(_ event: Visit.Event, of guest: Int) {
        if case .received(let frame, _) = event { bytesReceived += frame.count }
        let (effects, deadline) = crowd.handle(event, of: guest, at: now)
        for effect in effects { perform(effect, of: guest) }
        lines[guest].wake(at: deadline)
    }

    private func perform(_ effect: Visit.Effect, of guest: Int) {
        switch effect {
        case .dial(let id): lines[guest].line?.dial(id)
        case .send(let frame, let id):
            bytesSent += frame.count
            lines[guest].line?.send(frame, on: id)
        case .hangUp(let id, let parting): lines[guest].line?.hangUp(id, parting)
        case .tell, .write, .status, .ignored: break
        }
    }

    private func tellProgress() {
        guard Descriptor.standardError.isTerminal, !options.isJSON else { return }
        let seconds = (loop.now - startedAt).components.seconds
        Descriptor.standardError.say("\(seconds) s: \(crowd.tally.progress)")
    }

    private func tellSummary() -> ExitStatus {
        let summary = LoadSummary(
            of: crowd, elapsed: loop.now - startedAt, bytesSent: bytesSent,
            bytesReceived: bytesReceived, server: gauge?.use)
        print(options.isJSON ? "\(JSON.object(summary.json))" : summary.text)
        return crowd.tally.errors == 0 ? .done : .failed
    }
}

/// One guest's line, and the alarm for what the guest does next.
private final class LoadLine {
    private(set) var line: HubLine?
    private var alarm: Timer?
    private let hear: (Visit.Event) -> Void
    private var wakesAt: Instant?
    private var hasBegun = false

    /// The first event is `.begin`, when the guest is woken for the first time.
    init(by route: LobbyRoute, on loop: Loop, _ hear: @escaping (Visit.Event) -> Void) {
        self.hear = hear
        alarm = Timer(on: loop) { [unowned self] in ring() }
        line = route.line { event in
            switch event {
            case .opened(let id): hear(.opened(id))
            case .received(let frame, let id): hear(.received(frame, on: id))
            case .closed(let id, let reason): hear(.closed(id, reason))
            }
        }
    }

    private func ring() {
        wakesAt = nil
        let event = hasBegun ? Visit.Event.wake : .begin
        hasBegun = true
        hear(event)
    }

    func wake(at due: Instant?) {
        guard let due, wakesAt.map({ due < $0 }) ?? true else { return }
        wakesAt = due
        alarm?.arm(at: due)
    }
}
