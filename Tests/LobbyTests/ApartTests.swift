import Game
import Lobby
import SimperiumClock
import Testing
import Visit

/// Two players after one of them has declined the other.
@Suite("Kept apart")
struct ApartTests: ClockedSuite {
    var clock = Clock(ModelWorld(seed: 1, hasReferee: true))

    init() {
        for name in ["ann", "bob"] { clock.world.add(.client(name)) }
        clock.run(for: .seconds(1))
    }

    private mutating func decline() {
        ask(.act(.resign), by: 0)
        ask(.act(.rematch), by: 1)
        ask(.act(.declineRematch), by: 0)
    }

    @Test("Declining a rematch ends the opponent's offer, and the opponent gets a notice")
    mutating func withdrawsOffer() {
        decline()
        for program in clock.world.programs {
            #expect(program.client?.match?.record?.wantsRematch == [])
        }
        #expect(clock.world.programs[1].notices.last == .rematchDeclined)
        #expect(clock.world.programs[0].notices.last == .rematchWanted)
        // A player who has declined may still ask for a rematch.
        ask(.act(.rematch), by: 0)
        #expect(clock.world.programs[1].client?.match?.match?.round == 1)
        ask(.act(.rematch), by: 1)
        #expect(clock.world.programs[1].client?.match?.match?.round == 2)
    }

    @Test("They are paired again after half a minute alone; a third player is paired at once")
    mutating func alone() {
        decline()
        ask(.leaveMatch(.auto), by: 0)
        ask(.look(.auto), by: 1)
        var joined = self
        clock.run(for: .seconds(29))
        #expect(!isSeated(0) && !isSeated(1))
        clock.run(for: .seconds(3))
        #expect(isSeated(0) && isSeated(1))
        #expect(clock.world.faults == [])

        joined.clock.run(for: .seconds(5))
        joined.clock.world.add(.client("cleo"))
        joined.clock.run(for: .seconds(3))
        #expect(joined.isSeated(2) && joined.isSeated(0) != joined.isSeated(1))
    }

    @Test("Leaving for the next opponent declines a pending rematch offer")
    mutating func goesOn() {
        ask(.act(.resign), by: 0)
        ask(.act(.rematch), by: 1)
        ask(.leaveMatch(.auto), by: 0)
        ask(.look(.auto), by: 1)
        clock.run(for: .seconds(20))
        #expect(!isSeated(0) && !isSeated(1))
    }
}
