import Game
import Lobby
import SimperiumClock
import Simulation
import Testing
import Visit

/// Somebody leaves a match while the other one looks for matches, and is the one to start them. All
/// that the leaving program writes arrives piece by piece, and in between the other one acts.
@Suite("Simulation: parting")
struct PartingTests {
    /// Seats two: 0 starts all matches between them, 1 is about to leave.
    private static var seated: LobbyWorld {
        var world = LobbyWorld(seed: 1)
        world.latency = 5_000...5_000
        for _ in 0..<2 {
            world.add()
            world.run(for: .milliseconds(100))
        }
        return world
    }

    private static let farewells: [Request] = [
        .leaveMatch(.open), .leaveMatch(.busy), .leave,
    ]

    @Test(
        "Nobody is asked once more by whom they have just left, whatever else is on its way",
        arguments: farewells, [false, true])
    func partsForGood(farewell: Request, isRenamed: Bool) throws {
        var world = Self.seated
        try #require(world.visitors.map(\.insertCount) == [1, 0])
        world.ask(.act(.play(.centre)), by: 0)
        world.run(for: .milliseconds(100))
        if isRenamed { world.ask(.rename(try PlayerName("Ann")), by: 1) }
        world.ask(farewell, by: 1)
        world.run(for: .seconds(3))
        Self.checkParting(world)
    }

    @Test("Nor does who gave no answer to a result in time")
    func partsInSilence() throws {
        var world = Self.seated
        try #require(world.visitors.map(\.insertCount) == [1, 0])
        world.ask(.act(.play(.centre)), by: 0)
        world.run(for: .milliseconds(100))
        // The other one hears so late of the result that their own time is not up yet.
        world.latency = 500_000...500_000
        world.ask(.act(.resign), by: 1)
        world.run(for: .seconds(2))
        world.latency = 5_000...5_000
        world.run(for: OwnMatch.answerLimit - .milliseconds(1_900))
        try #require(world.visitors[1].notices.contains(.matchEnded(opponent: "p0", .noAnswer)))
        Self.checkParting(world)
        world.run(for: .seconds(3))
        Self.checkParting(world)
    }

    private static func checkParting(_ world: LobbyWorld) {
        #expect(world.visitors.map(\.insertCount) == [1, 0])
        #expect(world.visitors.map(\.matchCount) == [1, 1])
        #expect(world.visitors[0].notices.contains(.matchEnded(opponent: "p1", .opponentLeft)))
        #expect(world.server.objects(in: .match).isEmpty)
        // Both may delete the Match, and the second finds none.
        #expect(world.server.refusals.filter { !$0.hasPrefix("404") } == [])
    }
}

extension Visitor {
    /// How often this run has sat down at a match.
    fileprivate var matchCount: Int {
        notices.count { if case .matchBegan = $0 { true } else { false } }
    }
}
