import Clockwork
import JSONDiff
import Lobby
import Play
import Simperium
import Simulation
import SyncClient
import SyncHub
import Testing

@Suite("A load")
struct LoadTests {
    @Test("Its guests play whole matches with rematches, and each board is what it must be")
    func plays() {
        var table = LoadTable(players: 6, watchers: 2, movesPerSecond: 60)
        table.run(for: .seconds(10))
        table.crowd.setPlaying(false)
        table.run(for: .seconds(1))
        table.crowd.check()
        let summary = table.summary.json
        #expect(summary["errors"] == 0, "\(table.summary.text)")
        #expect(summary["moves"]?.int ?? 0 > 300)
        #expect(summary["rounds"]?.int ?? 0 > 30)
        #expect(summary["matches"]?.int ?? 0 > 9)
    }

    @Test("A board that nobody made is an error, whoever sees it")
    func findsWrongBoards() {
        var table = LoadTable(players: 2, watchers: 1, movesPerSecond: 10)
        table.run(for: .seconds(1))
        table.forgeBoard()
        table.crowd.setPlaying(false)
        table.run(for: .seconds(1))
        table.crowd.check()
        #expect(table.summary.json["wrong_boards"]?.int ?? 0 > 0)
        #expect(table.summary.text.contains("wrong boards"))
    }

    @Test("What it says fits on a few lines")
    func tells() {
        var table = LoadTable(players: 2, watchers: 0, movesPerSecond: 1)
        table.run(for: .seconds(5))
        let lines = table.summary.text.split(separator: "\n")
        #expect(lines.first == "2 players, 0 watchers, 5 s")
        #expect(lines.dropFirst().first?.hasPrefix("1 matches, 0 rounds, ") == true)
        #expect(lines.last == "no errors")
    }
}

/// A crowd and its server, with a wire between them that takes a millisecond.
private struct LoadTable {
    var crowd: LoadCrowd
    var server: LobbyServer
    private var now = Instant.start
    private var mail: [(frame: [UInt8], guest: Int)] = []
    private var deadlines: [Instant?]

    init(players: Int, watchers: Int, movesPerSecond: Int) {
        let plan = LoadPlan(
            players: players, watchers: watchers, movesPerSecond: movesPerSecond,
            length: .seconds(1))
        let visits = (0..<plan.guests).map { guest in
            let number = UInt64(guest)
            return Visit(
                .lobby(named("g\(guest)"), run: RunID(rawValue: number), seed: number))
        }
        crowd = LoadCrowd(plan, visits, seed: 1)
        server = LobbyServer(isGuarded: false)
        deadlines = Array(repeating: nil, count: plan.guests)
        crowd.setPlaying(true)
        for guest in 0..<plan.guests { turn(.begin, of: guest) }
    }

    var summary: LoadSummary {
        LoadSummary(
            of: crowd, elapsed: now - .start, bytesSent: 0, bytesReceived: 0, server: nil)
    }

    mutating func run(for span: Duration) {
        let end = now + span
        while now < end {
            now = now + .milliseconds(1)
            let letters = mail
            mail = []
            for (frame, guest) in letters { turn(.received(frame, on: Self.line), of: guest) }
            for guest in 0..<crowd.plan.guests {
                if let due = deadlines[guest], due <= now { turn(.wake, of: guest) }
            }
        }
    }

    /// Puts a piece where nobody played.
    mutating func forgeBoard() {
        guard let (key, object) = server.objects(in: .match).first,
            var matrix = object["matrix"]?.array
        else { return }
        for (square, piece) in [2, 1].enumerated() {
            let free = matrix.lastIndex(of: 0) ?? square
            matrix[free] = JSON(piece)
        }
        var forged = object
        forged["matrix"] = .array(matrix)
        tellServer(server.write(forged, as: key, at: now))
    }

    private static let line = SyncClient.ConnectionID(rawValue: 1)

    private mutating func turn(_ event: Visit.Event, of guest: Int) {
        let id = SyncHub.ConnectionID(rawValue: UInt64(guest))
        let (effects, deadline) = crowd.handle(event, of: guest, at: now)
        deadlines[guest] = deadline
        for effect in effects {
            switch effect {
            case .dial(let line):
                tellServer(server.handle(.opened(id, app: nil), at: now))
                turn(.opened(line), of: guest)
            case .send(let frame, _): tellServer(server.handle(.received(frame, from: id), at: now))
            case .hangUp, .tell, .write, .status, .ignored: break
            }
        }
    }

    private mutating func tellServer(_ effects: [LobbyServer.Effect]) {
        for case .send(let frame, let ids) in effects {
            for id in ids { mail.append((frame, Int(id.rawValue))) }
        }
    }
}
