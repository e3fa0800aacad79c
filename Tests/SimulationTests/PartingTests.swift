import Game
import Lobby
import SimperiumClock
import Simulation
import Testing
import Visit

/// A player leaves a match while the opponent looks for matches, and starts the matches between
/// them. The frames of the leaving program arrive one by one, and the opponent acts between them.
@Suite("Simulation: parting")
struct PartingTests {
    /// Seats two players: 0 starts all matches between them, 1 is about to leave.
    private static var seated: LobbyWorld {
        var world = LobbyWorld(seed: 1)
        world.latency = 5_000...5_000
        for _ in 0..<2 {
            world.add()
            world.run(for: .milliseconds(100))
        }
        return world
    }

    private static let farewells: [LobbyRequest] = [
        .leaveMatch(.open), .leaveMatch(.busy), .leave,
    ]

    @Test(
        "A player who has just been left does not challenge the same opponent again",
        arguments: farewells, [false, true])
    func partsForGood(farewell: LobbyRequest, isRenamed: Bool) throws {
        var world = Self.seated
        try #require(world.visitors.map(\.insertCount) == [1, 0])
        world.ask(.act(.play(.centre)), by: 0)
        world.run(for: .milliseconds(100))
        if isRenamed { world.ask(.rename(try PlayerName("Ann")), by: 1) }
        world.ask(farewell, by: 1)
        world.run(for: .seconds(3))
        Self.checkParting(world)
    }

    @Test("Nor does a player who gave no answer to a result in time")
    func partsInSilence() throws {
        var world = Self.seated
        try #require(world.visitors.map(\.insertCount) == [1, 0])
        world.ask(.act(.play(.centre)), by: 0)
        world.run(for: .milliseconds(100))
        // The opponent learns of the result so late that their own time is not over yet.
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

extension SimulatedVisitor {
    /// The number of matches that this run has been seated at.
    fileprivate var matchCount: Int {
        notices.count { if case .matchBegan = $0 { true } else { false } }
    }
}
