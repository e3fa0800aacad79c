import Load
import Lobby
import SimperiumClock
import SimperiumJSON
import SimperiumSync
import SimperiumWire
import Simulation
import TestSupport
import Visit

/// Crowds and their server on a simulated network with a latency of a millisecond.
struct LoadTable {
    var server: LobbyServer
    /// The number of times in a second that each crowd's reports are collected.
    var reportsPerSecond = 1_000
    private var crowds: [LoadCrowd]
    private var course: LoadCourse
    private var net = SimulatedNet<Int, Never>(latency: 1_000...1_000)
    private let guests: Int
    private var milliseconds = 0

    init(
        players: Int, watchers: Int, movesPerSecond: Int, breaksPerMinute: Int = 0,
        length: Duration, crowds count: Int = 1, absent: Int? = nil, seed: UInt64 = 0,
        halls: HallLimits = .unlimited
    ) {
        let plan = LoadPlan(
            players: players, watchers: watchers, movesPerSecond: movesPerSecond,
            breaksPerMinute: breaksPerMinute, length: length)
        // Users keep their seats only with guards, and guards would refuse the forged boards.
        server = LobbyServer(
            isGuarded: breaksPerMinute > 0 || halls != .unlimited, halls: halls)
        crowds = (0..<count).map { crowd in
            let numbers = Array(stride(from: crowd, to: plan.guests, by: count))
            let visits = numbers.map { guest in
                let number = UInt64(guest)
                return LobbyClient.Beginning(
                    settings: .lobby(
                        named("g\(guest)"), run: RunID(rawValue: number), seed: seed + number),
                    token: .lobby, keepsSeat: breaksPerMinute > 0)
            }
            return LoadCrowd(numbers, of: plan, visits, seed: seed + UInt64(crowd))
        }
        course = LoadCourse(plan, from: .start)
        guests = plan.guests
        for guest in 0..<plan.guests where guest != absent { come(guest) }
    }

    mutating func come(_ guest: Int) {
        turn(.begin, of: guest)
    }

    var summary: LoadSummary {
        LoadSummary(of: course, elapsed: net.now - .start, traffic: LoadTraffic(), server: nil)
    }

    var unread: Int { crowds.map(\.unread).reduce(0, +) }

    mutating func runToEnd() {
        while course.stage != .over { run(for: .seconds(1)) }
    }

    mutating func run(for span: Duration) {
        let end = net.now + span
        while net.now < end { step() }
    }

    /// Ends a guest's connection, and lets all later dials fail.
    mutating func cut(_ guest: Int) {
        drop(guest)
        net.failedDials = 100
    }

    /// Ends a guest's connection once. The guest can connect again.
    mutating func drop(_ guest: Int) { net.cutLine(of: guest) }

    /// Withholds all frames on a guest's connections.
    mutating func hold(_ guest: Int) { net.hold([guest]) }

    /// Delivers the withheld frames.
    mutating func release() { net.release() }

    mutating func stopPlaying() {
        course.stopPlaying(at: net.now)
    }

    private mutating func step() {
        let end = net.now + .milliseconds(1)
        while let event = net.next(until: end) {
            switch event {
            case .program(let event, let guest): turn(.link(event), of: guest)
            case .wakes(let guest): turn(.wake, of: guest)
            case .server(let event): net.handle(&server, event)
            }
        }
        milliseconds += 1
        // The crowds report one after the other, the last first.
        let period = 1_000 / reportsPerSecond
        for crowd in crowds.indices.reversed() where milliseconds % period == crowd % period {
            course.add(crowds[crowd].takeReports())
        }
        if milliseconds.isMultiple(of: 1_000) { look() }
    }

    private mutating func look() {
        let earlier = course.stage
        guard course.advance(to: net.now) != earlier else { return }
        for crowd in crowds.indices {
            switch course.stage {
            case .playing: crowds[crowd].setPlaying(true)
            case .resting:
                crowds[crowd].setPlaying(false)
                crowds[crowd].reportRest(at: net.now)
            case .arriving, .leaving, .over: break
            }
        }
        if course.stage == .playing { for guest in 0..<guests { turn(.wake, of: guest) } }
    }

    /// Changes the board and the next piece of a running match, as a user who cheats would.
    mutating func forge(_ change: (_ matrix: inout [JSON], _ next: inout Int) -> Void) {
        let matches = server.objects(in: .match)
        guard let (key, object) = matches.first, var matrix = object["matrix"]?.array,
            var next = object["nextPieceKind"]?.int
        else { return }
        change(&matrix, &next)
        var forged = object
        forged["matrix"] = .array(matrix)
        forged["nextPieceKind"] = JSON(next)
        net.perform(server.write(forged, as: key, at: net.now))
    }

    private mutating func turn(_ event: ProgramEvent, of guest: Int) {
        let (effects, deadline) = crowds[guest % crowds.count]
            .handle(event, of: guest / crowds.count, at: net.now)
        for effect in effects { net.perform(effect, by: guest) }
        net.setAlarm(of: guest, at: deadline)
    }
}
