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

@Suite("A load test")
struct LoadCourseTests {
    @Test(
        "Users play whole matches and rematches, also with late reports of two crowds in any order",
        arguments: [(1, 1_000), (2, 2)])
    func plays(crowds: Int, reportsPerSecond: Int) {
        var table = LoadTable(
            players: 6, watchers: 2, movesPerSecond: 60, length: .seconds(10), crowds: crowds)
        table.reportsPerSecond = reportsPerSecond
        table.runToEnd()
        let summary = table.summary.json
        #expect(summary["errors"] == 0, "\(table.summary.text)")
        #expect(summary["moves"]?.int ?? 0 > 300)
        #expect(summary["move_to_opponent"]?["count"] == summary["moves"])
        guard crowds == 1 else { return }
        #expect(summary["rounds"]?.int ?? 0 > 30)
        #expect(summary["matches"]?.int ?? 0 > 9)
    }

    @Test(
        "No match is lost to broken or silent connections, or to stopped or killed programs",
        arguments: Seeds.first(4, most: 60, share: 10))
    func breaks(seed: UInt64) {
        var table = LoadTable(
            players: 6, watchers: 1, movesPerSecond: 6, breaksPerMinute: 20,
            length: .seconds(120), seed: seed)
        table.runToEnd()
        let summary = table.summary.json
        #expect(summary["errors"] == 0, "seed \(seed): \(table.summary.text)")
        // The last trouble may happen just before the end, without time to recover.
        let breaks = summary["breaks"]?.int ?? 0
        #expect((breaks - 1...breaks).contains(summary["time_to_recover"]?["count"]?.int ?? -1))
        // The number is random: one seed had 15. The limit only shows that there were breaks at
        // all.
        #expect(breaks > 5)
        #expect(summary["moves"]?.int ?? 0 > 150)
    }

    @Test("A user who loses a connection unexpectedly returns soon, and the summary has the time")
    func returns() {
        var table = LoadTable(players: 2, watchers: 0, movesPerSecond: 4, length: .seconds(9))
        table.run(for: .seconds(4))
        table.drop(0)
        table.runToEnd()
        let times = table.summary.json["time_to_return"]
        #expect(times?["count"] == 1, "\(table.summary.text)")
        #expect(times?["longest"]?.int ?? 0 > 0)
        #expect(table.summary.text.contains("lost connection to rejoining: p50"))
        #expect(table.summary.json["wrong_boards"] == 0)
    }

    @Test(
        "With more than 100 users one in ten reads all frames, and the others those of their match")
    func attention() {
        var table = LoadTable(players: 80, watchers: 40, movesPerSecond: 80, length: .seconds(2))
        table.runToEnd()
        let summary = table.summary.json
        #expect(summary["errors"] == 0, "\(table.summary.text)")
        #expect(summary["moves"]?.int ?? 0 > 100)
        #expect(summary["move_to_opponent"]?["count"] == summary["moves"])
        #expect(summary["move_to_watcher"]?["count"]?.int ?? 0 > 30)
        #expect(table.unread > 5_000)
    }

    @Test("A board that breaks the rules is an error, also if only one in ten users looks")
    func findsForgedBoards() {
        var table = LoadTable(players: 96, watchers: 6, movesPerSecond: 50, length: .seconds(1))
        table.run(for: .seconds(3))
        table.forge { matrix, _ in
            for piece in [2, 1] { matrix[matrix.lastIndex(of: 0) ?? piece] = JSON(piece) }
        }
        table.runToEnd()
        #expect(table.summary.json["wrong_boards"]?.int ?? 0 > 0, "\(table.summary.text)")
        #expect(table.summary.text.contains("wrong boards"))
    }

    @Test("A move that no player made is an error, even if it is legal", arguments: [1, 2])
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

    @Test("A board with a moved piece is an error, found when another user arrives and sees it")
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

    @Test("A user who doesn't have the last board at the end is an error")
    func findsStaleBoards() {
        var table = LoadTable(players: 4, watchers: 1, movesPerSecond: 10, length: .seconds(4))
        table.run(for: .seconds(3))
        table.hold(4)
        table.runToEnd()
        #expect(table.summary.json["wrong_boards"]?.int ?? 0 > 0, "\(table.summary.text)")
    }

    @Test("A user without a connection at the end is counted as such, and not as a wrong board")
    func countsUnconnected() {
        var table = LoadTable(players: 4, watchers: 1, movesPerSecond: 10, length: .seconds(4))
        table.run(for: .seconds(3))
        table.cut(4)
        table.run(for: .seconds(2))
        table.runToEnd()
        #expect(table.summary.json["wrong_boards"] == 0, "\(table.summary.text)")
        #expect(table.summary.json["unconnected"] == 1)
        #expect(table.summary.text.contains("not connected at the end: 1"))
    }

    @Test("The test waits for frames that arrive late")
    func waitsForSlowFrames() {
        var table = LoadTable(players: 4, watchers: 1, movesPerSecond: 10, length: .seconds(4))
        table.run(for: .seconds(3))
        table.hold(4)
        table.run(for: .seconds(5))
        table.release()
        table.runToEnd()
        #expect(table.summary.json["errors"] == 0, "\(table.summary.text)")
    }

    @Test("A test that is ended early has a summary")
    func endsEarly() {
        var table = LoadTable(players: 4, watchers: 0, movesPerSecond: 4, length: .seconds(3_600))
        table.run(for: .seconds(3))
        table.stopPlaying()
        table.runToEnd()
        #expect(table.summary.json["errors"] == 0)
        #expect(table.summary.json["moves"]?.int ?? 0 > 0)
    }

    @Test("With halls, players and spectators mix, and the summary has the halls")
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

    @Test("Spectators arrive evenly among the players, all before the end of arrivals")
    func arrivals() {
        let plan = LoadPlan(players: 6, watchers: 3, movesPerSecond: 1, length: .seconds(1))
        let end = plan.arrival(of: plan.guests)
        let arrivals = (0..<9).map { plan.arrival(of: $0) }
        #expect(arrivals.allSatisfy { $0 < end })
        #expect(arrivals[6] == arrivals[0] && arrivals[7] == arrivals[2])
        #expect(end == .milliseconds(180))
    }

    @Test("The summary is short: two lines of counts first, and the errors last")
    func tells() {
        var table = LoadTable(players: 2, watchers: 0, movesPerSecond: 1, length: .seconds(3))
        table.runToEnd()
        let lines = table.summary.text.split(separator: "\n")
        #expect(lines.first?.hasPrefix("2 players, 0 spectators, ") == true)
        #expect(lines.dropFirst().first?.hasPrefix("1 matches, 0 rounds, ") == true)
        #expect(lines.last == "no errors")
    }

    @Test("Each user is in one crowd; the crowds are limited by the cores and by the users")
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
