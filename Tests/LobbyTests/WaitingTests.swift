import Game
import Lobby
import SimperiumClock
import Testing
import Visit

@Suite("Waiting in line")
struct WaitingTests {
    /// Players stand in the order of their last changes, as each program received them. A program
    /// that got an index after a break may have missed that a player moved to the end.
    @Test("If two players both see the other one first, each waits one second")
    func costsOneSecond() throws {
        var clock = try Self.disagreeing
        let inserts = clock.world.hub.matchInserts
        clock.world.ask(.leaveMatch(.open), by: 1)
        clock.run(for: .milliseconds(900))
        #expect(clock.world.programs.allSatisfy { $0.client?.match == nil })
        clock.run(for: .milliseconds(400))
        #expect(clock.world.programs.map { $0.client?.match == nil } == [false, true, false])
        #expect(clock.world.hub.matchInserts <= inserts + 2)
        clock.run(for: .seconds(1))
        #expect(clock.world.faults == [])
    }

    @Test("A player who leaves a match before a move is not paired for a second")
    func isLeftAlone() {
        var clock = Clock(ModelWorld(seed: 1))
        for number in 0..<2 { clock.world.add(.client("p\(number)")) }
        clock.run(for: .seconds(1))
        let inserts = clock.world.hub.matchInserts
        clock.world.ask(.look(.auto), by: 0)
        clock.world.ask(.leaveMatch(.auto), by: 1)
        clock.run(for: .milliseconds(900))
        #expect(clock.world.hub.matchInserts == inserts)
        clock.run(for: .milliseconds(400))
        #expect(clock.world.programs.allSatisfy { $0.client?.match != nil })
    }

    /// Two players at a match, and one who waits and does not know that the first is now the last.
    private static var disagreeing: Clock {
        get throws {
            var clock = Clock(ModelWorld(seed: 1))
            for number in 0..<3 {
                clock.world.add(.client("p\(number)"))
                clock.run(for: .milliseconds(200))
                // One of the two at the match looks for the next opponent already.
                if number == 1 { clock.world.ask(.look(.auto), by: 0) }
                clock.run(for: .milliseconds(200))
            }
            clock.world.breakLine(of: 2)
            for name in ["Ann", "p0"] {
                clock.world.ask(.rename(try PlayerName(name)), by: 0)
                clock.run(for: .milliseconds(200))
            }
            clock.world.programs[2].forgets = true
            clock.world.connect(2)
            clock.run(for: .seconds(1))
            let orders = clock.world.programs.map { program in
                program.client?.lobbyState.roster.players.map(\.id.rawValue)
            }
            let order = ["p1", "p2", "p0"]
            try #require(orders == [order, order, ["p1", "p0", "p2"]])
            return clock
        }
    }
}
