import Load
import Lobby
import SimperiumClock
import SimperiumJSON
import SimperiumSync
import SimperiumWire
import Simulation
import SyncHub
import TestSupport
import Testing
import Visit

@Suite("A load")
struct LoadCourseTests {
    @Test("Its guests play whole matches with rematches, and each board is what it must be")
    func plays() {
        var table = LoadTable(players: 6, watchers: 2, movesPerSecond: 60, length: .seconds(10))
        table.runToEnd()
        let summary = table.summary.json
        #expect(summary["errors"] == 0, "\(table.summary.text)")
        #expect(summary["moves"]?.int ?? 0 > 300)
        #expect(summary["rounds"]?.int ?? 0 > 30)
        #expect(summary["matches"]?.int ?? 0 > 9)
        #expect(summary["move_to_opponent"]?["count"] == summary["moves"])
    }

    @Test("Two crowds whose reports come late and out of turn add up to the same")
    func addsUp() {
        var table = LoadTable(
            players: 6, watchers: 2, movesPerSecond: 60, length: .seconds(10), crowds: 2)
        table.reportsPerSecond = 2
        table.runToEnd()
        let summary = table.summary.json
        #expect(summary["errors"] == 0, "\(table.summary.text)")
        #expect(summary["moves"]?.int ?? 0 > 300)
        #expect(summary["move_to_opponent"]?["count"] == summary["moves"])
    }

    @Test(
        "Lines that break or fall silent and programs that are stopped or killed cost no match",
        arguments: Seeds.first(4))
    func breaks(seed: UInt64) {
        var table = LoadTable(
            players: 6, watchers: 1, movesPerSecond: 6, breaksPerMinute: 20,
            length: .seconds(120), seed: seed)
        table.runToEnd()
        let summary = table.summary.json
        #expect(summary["errors"] == 0, "seed \(seed): \(table.summary.text)")
        #expect(summary["breaks"]?.int ?? 0 > 15)
        #expect(summary["time_to_recover"]?["count"] == summary["breaks"])
        #expect(summary["moves"]?.int ?? 0 > 150)
    }

    @Test("Of many people most look at what they play or watch, and one in ten sees to the rest")
    func attention() {
        var table = LoadTable(players: 80, watchers: 40, movesPerSecond: 80, length: .seconds(8))
        table.runToEnd()
        let summary = table.summary.json
        #expect(summary["errors"] == 0, "\(table.summary.text)")
        #expect(summary["moves"]?.int ?? 0 > 300)
        #expect(summary["move_to_opponent"]?["count"] == summary["moves"])
        #expect(summary["move_to_watcher"]?["count"]?.int ?? 0 > 100)
        #expect(table.unread > 10_000)
    }

    @Test("A board that one in ten looks at is as little to be forged")
    func findsForgedBoardsAmongMany() {
        var table = LoadTable(players: 100, watchers: 8, movesPerSecond: 50, length: .seconds(3))
        table.run(for: .seconds(4))
        table.forge { matrix, _ in
            for piece in [2, 1] { matrix[matrix.lastIndex(of: 0) ?? piece] = JSON(piece) }
        }
        table.runToEnd()
        #expect(table.summary.json["wrong_boards"]?.int ?? 0 > 0, "\(table.summary.text)")
    }

    @Test("A board that no rules explain is an error")
    func findsForgedBoards() {
        var table = LoadTable(players: 2, watchers: 1, movesPerSecond: 10, length: .seconds(2))
        table.run(for: .seconds(2))
        table.forge { matrix, _ in
            for piece in [2, 1] { matrix[matrix.lastIndex(of: 0) ?? piece] = JSON(piece) }
        }
        table.runToEnd()
        #expect(table.summary.json["wrong_boards"]?.int ?? 0 > 0)
        #expect(table.summary.text.contains("wrong boards"))
    }

    @Test("A move that no player made is an error, though it is a legal one", arguments: [1, 2])
    func findsForgedMoves(crowds: Int) {
        var table = LoadTable(
            players: 2, watchers: 1, movesPerSecond: 2, length: .seconds(6), crowds: crowds)
        table.run(for: .seconds(3))
        table.forge { matrix, next in
            matrix[matrix.lastIndex(of: 0) ?? 0] = JSON(next)
            next = 3 - next
        }
        table.runToEnd()
        #expect(table.summary.json["wrong_boards"]?.int ?? 0 > 0, "\(table.summary.text)")
    }

    @Test("A board with a piece moved is an error as soon as somebody comes and sees no other")
    func findsMovedPieces() {
        var table = LoadTable(
            players: 2, watchers: 1, movesPerSecond: 2, length: .seconds(6), absent: 2)
        table.run(for: .seconds(3))
        table.forge { matrix, _ in
            guard let from = matrix.firstIndex(where: { $0 != 0 }),
                let to = matrix.firstIndex(of: 0)
            else { return }
            matrix.swapAt(from, to)
        }
        table.come(2)
        table.run(for: .seconds(1))
        #expect(table.summary.json["wrong_boards"]?.int ?? 0 > 0, "\(table.summary.text)")
    }

    @Test("Somebody whose board is not the last one in the end is an error")
    func findsStaleBoards() {
        var table = LoadTable(players: 4, watchers: 1, movesPerSecond: 10, length: .seconds(4))
        table.run(for: .seconds(3))
        table.deaf = 4
        table.runToEnd()
        #expect(table.summary.json["wrong_boards"]?.int ?? 0 > 0, "\(table.summary.text)")
    }

    @Test("Somebody without a connection in the end is counted as such, and no board is wrong")
    func countsUnconnected() {
        var table = LoadTable(players: 4, watchers: 1, movesPerSecond: 10, length: .seconds(4))
        table.run(for: .seconds(3))
        table.cut(4)
        table.run(for: .seconds(2))
        table.runToEnd()
        #expect(table.summary.json["wrong_boards"] == 0, "\(table.summary.text)")
        #expect(table.summary.json["unconnected"] == 1)
        #expect(table.summary.text.contains("without a connection at the end: 1"))
    }

    @Test("What is slow to arrive is waited for")
    func waitsForSlowFrames() {
        var table = LoadTable(players: 4, watchers: 1, movesPerSecond: 10, length: .seconds(4))
        table.run(for: .seconds(3))
        table.deaf = 4
        table.run(for: .seconds(5))
        table.hearWhatWasMissed()
        table.runToEnd()
        #expect(table.summary.json["errors"] == 0, "\(table.summary.text)")
    }

    @Test("Whoever ends it early gets a summary of what was")
    func endsEarly() {
        var table = LoadTable(players: 4, watchers: 0, movesPerSecond: 4, length: .seconds(3_600))
        table.run(for: .seconds(3))
        table.stopPlaying()
        table.runToEnd()
        #expect(table.summary.json["errors"] == 0)
        #expect(table.summary.json["moves"]?.int ?? 0 > 0)
    }

    @Test("It knows halls: who plays and who watches come mixed, and it tells who is where")
    func halls() {
        var table = LoadTable(
            players: 24, watchers: 12, movesPerSecond: 24, length: .seconds(20),
            halls: HallLimits(size: 8))
        table.runToEnd()
        let summary = table.summary.json
        #expect(summary["errors"] == 0, "\(table.summary.text)")
        let halls = summary["halls"]?.array ?? []
        #expect(halls.count > 3)
        #expect(halls.compactMap { $0["people"]?.int }.reduce(0, +) == 36)
        #expect(summary["moved"]?.int != nil)
        #expect(table.summary.text.contains("\(halls.count) halls of "))
        #expect(summary["move_to_watcher"]?["count"]?.int ?? 0 > 20)
    }

    @Test("Nobody comes after the last, and of those who watch one among so many who play")
    func arrivals() {
        let plan = LoadPlan(players: 6, watchers: 3, movesPerSecond: 1, length: .seconds(1))
        let end = plan.arrival(of: plan.guests)
        let arrivals = (0..<9).map { plan.arrival(of: $0) }
        #expect(arrivals.allSatisfy { $0 < end })
        #expect(arrivals[6] == arrivals[0] && arrivals[7] == arrivals[2])
        #expect(end == .milliseconds(180))
    }

    @Test("What it says fits on a few lines")
    func tells() {
        var table = LoadTable(players: 2, watchers: 0, movesPerSecond: 1, length: .seconds(3))
        table.runToEnd()
        let lines = table.summary.text.split(separator: "\n")
        #expect(lines.first?.hasPrefix("2 players, 0 watchers, ") == true)
        #expect(lines.dropFirst().first?.hasPrefix("1 matches, 0 rounds, ") == true)
        #expect(lines.last == "no errors")
    }

    @Test("Everybody is dealt out, to no more crowds than there are cores or enough people")
    func dealsOut() {
        for (guests, cores) in [(800, 2), (8_000, 2), (8_000, 64), (3, 8), (1, 1), (1_200, 2)] {
            let plan = LoadPlan(
                players: guests, watchers: 0, movesPerSecond: 1, length: .seconds(1))
            let crowds = plan.crowds(onCores: cores)
            #expect(crowds.joined().sorted() == Array(0..<guests))
            #expect(crowds.count == max(1, min(cores, guests / 500)))
        }
    }
}

/// Crowds and their server, with a wire between them that takes a millisecond.
private struct LoadTable {
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
