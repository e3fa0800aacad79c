import Load
import Lobby
import SimperiumClock
import SimperiumJSON
import SimperiumSync
import SimperiumWire
import Simulation
import SyncHub
import TestSupport
import Visit

/// Crowds and their server, with a wire between them that takes a millisecond.
struct LoadTable {
    var server: LobbyServer
    /// Somebody whom no frame reaches any more.
    var deaf: Int?
    /// How often each crowd's reports are heard.
    var reportsPerSecond = 1_000
    private var crowds: [LoadCrowd]
    private var course: LoadCourse
    private var now = Instant.start
    private var mail: [(frame: [UInt8], guest: Int)] = []
    private var missed: [(frame: [UInt8], guest: Int)] = []
    private var lines: [Line?]
    private var lineCount = 0
    private var deadlines: [Instant?]
    private var milliseconds = 0

    init(
        players: Int, watchers: Int, movesPerSecond: Int, breaksPerMinute: Int = 0,
        length: Duration, crowds count: Int = 1, absent: Int? = nil, seed: UInt64 = 0,
        halls: HallLimits = .unlimited
    ) {
        let plan = LoadPlan(
            players: players, watchers: watchers, movesPerSecond: movesPerSecond,
            breaksPerMinute: breaksPerMinute, length: length)
        // Seats are kept by the rules, and forgeries are not.
        server = LobbyServer(
            isGuarded: breaksPerMinute > 0 || halls != .unlimited, halls: halls)
        crowds = (0..<count).map { crowd in
            let numbers = Array(stride(from: crowd, to: plan.guests, by: count))
            let visits = numbers.map { guest in
                let number = UInt64(guest)
                return LobbyVisit.Beginning(
                    settings: .lobby(
                        named("g\(guest)"), run: RunID(rawValue: number), seed: seed + number),
                    token: .lobby, keepsSeat: breaksPerMinute > 0)
            }
            return LoadCrowd(numbers, of: plan, visits, seed: seed + UInt64(crowd))
        }
        course = LoadCourse(plan, from: .start)
        deadlines = Array(repeating: nil, count: plan.guests)
        lines = Array(repeating: nil, count: plan.guests)
        for guest in 0..<plan.guests where guest != absent { come(guest) }
    }

    mutating func come(_ guest: Int) {
        turn(.begin, of: guest)
    }

    var summary: LoadSummary {
        LoadSummary(of: course, elapsed: now - .start, traffic: LoadTraffic(), server: nil)
    }

    var unread: Int { crowds.map(\.unread).reduce(0, +) }

    mutating func runToEnd() {
        while course.stage != .over { run(for: .seconds(1)) }
    }

    mutating func run(for span: Duration) {
        let end = now + span
        while now < end { step() }
    }

    /// Ends a guest's connection, and lets it have no other.
    mutating func cut(_ guest: Int) {
        deaf = guest
        guard let line = lines[guest].take() else { return }
        turn(.link(.closed(line.client, .lost)), of: guest)
    }

    /// Ends a guest's connection, once.
    mutating func drop(_ guest: Int) {
        cut(guest)
        deaf = nil
    }

    mutating func hearWhatWasMissed() {
        deaf = nil
        mail = missed + mail
        missed = []
    }

    mutating func stopPlaying() {
        course.stopPlaying(at: now)
    }

    private mutating func step() {
        now = now + .milliseconds(1)
        milliseconds += 1
        let letters = mail
        mail = []
        missed += letters.filter { $0.guest == deaf }
        for (frame, guest) in letters where guest != deaf {
            guard let line = lines[guest] else { continue }
            turn(.link(.received(frame, on: line.client)), of: guest)
        }
        if let due = server.nextDeadline, due <= now { tellServer(server.handle(.wake, at: now)) }
        for guest in deadlines.indices {
            if let due = deadlines[guest], due <= now { turn(.wake, of: guest) }
        }
        // The crowds take turns, the last first.
        let period = 1_000 / reportsPerSecond
        for crowd in crowds.indices.reversed() where milliseconds % period == crowd % period {
            course.hear(crowds[crowd].takeReports())
        }
        if milliseconds.isMultiple(of: 1_000) { look() }
    }

    private mutating func look() {
        let earlier = course.stage
        guard course.look(at: now) != earlier else { return }
        for crowd in crowds.indices {
            switch course.stage {
            case .playing: crowds[crowd].setPlaying(true)
            case .resting:
                crowds[crowd].setPlaying(false)
                crowds[crowd].reportRest(at: now)
            case .arriving, .leaving, .over: break
            }
        }
        if course.stage == .playing { for guest in deadlines.indices { turn(.wake, of: guest) } }
    }

    /// Writes another board, and who is next, into a match that is under way.
    mutating func forge(_ change: (_ matrix: inout [JSON], _ next: inout Int) -> Void) {
        let matches = server.objects(in: .match)
        guard let (key, object) = matches.first, var matrix = object["matrix"]?.array,
            var next = object["nextPieceKind"]?.int
        else { return }
        change(&matrix, &next)
        var forged = object
        forged["matrix"] = .array(matrix)
        forged["nextPieceKind"] = JSON(next)
        tellServer(server.write(forged, as: key, at: now))
    }

    /// A connection, by what each end calls it.
    private struct Line {
        let client: SimperiumSync.ConnectionID
        let server: SyncHub.ConnectionID
    }

    private mutating func turn(_ event: LobbyVisit.Event, of guest: Int) {
        let (effects, deadline) = crowds[guest % crowds.count]
            .handle(event, of: guest / crowds.count, at: now)
        deadlines[guest] = deadline
        for effect in effects {
            switch effect {
            case .dial where guest == deaf: break
            case .dial(let id):
                lineCount += 1
                let line = Line(
                    client: id, server: SyncHub.ConnectionID(rawValue: UInt64(lineCount)))
                lines[guest] = line
                tellServer(server.handle(.opened(line.server, app: nil), at: now))
                turn(.link(.opened(id)), of: guest)
            case .send(let frame, let id):
                guard let line = lines[guest], line.client == id else { break }
                tellServer(server.handle(.received(frame, from: line.server), at: now))
            case .hangUp(let id, let parting):
                guard let line = lines[guest], line.client == id else { break }
                lines[guest] = nil
                mail.removeAll { $0.guest == guest }
                tellServer(server.handle(.closed(line.server, parting.farewell), at: now))
                turn(.link(.closed(id, .lost)), of: guest)
            }
        }
    }

    private mutating func tellServer(_ effects: [LobbyServer.Effect]) {
        for case .send(let frame, let ids) in effects {
            for (guest, line) in lines.enumerated() {
                if let line, ids.contains(line.server) { mail.append((frame, guest)) }
            }
        }
    }
}

extension Parting {
    fileprivate var farewell: Farewell {
        switch self {
        case .goodbye: .goodbye
        case .lost: .lost
        case .keepingSeat(.paused): .paused
        case .keepingSeat(.gone): .gone
        case .abandoning, .keepingSeat(.line): .broken
        }
    }
}
